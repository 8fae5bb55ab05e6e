// Messages between the ranks of an MPI job. Counts of MPI 3 are 32 bits, so a message travels in
// pieces; those of one sender arrive in order. Ranks first tell each other sizes. A rank that fails
// tells a size that no message has, instead of taking part: all others end at once, with nothing
// half done. A rank that is killed is noticed by mpirun, which ends the others.
// Tests: tests/cluster/mpi_test.py.
#include "cluster/mpi/mpi_communicator.h"

#include <mpi.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ect/error.h"

namespace ect::cluster {
namespace {

constexpr std::uint64_t kFailed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

MpiCommunicator::MpiCommunicator(std::size_t piece) : piece_(piece) {
  MPI_Init(nullptr, nullptr);
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  rank_ = static_cast<std::uint32_t>(number);
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  size_ = static_cast<std::uint32_t>(number);
}

MpiCommunicator::~MpiCommunicator() { MPI_Finalize(); }

std::vector<std::uint64_t> MpiCommunicator::exchange_sizes(const std::vector<std::uint64_t>& to) {
  std::vector<std::uint64_t> from(size_);
  MPI_Alltoall(to.data(), 1, MPI_UINT64_T, from.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  return from;
}

std::vector<Bytes> MpiCommunicator::exchange(std::vector<Bytes> to) {
  std::vector<std::uint64_t> sizes;
  sizes.reserve(to.size());
  for (const Bytes& bytes : to) sizes.push_back(bytes.size());
  const std::vector<std::uint64_t> coming = exchange_sizes(sizes);
  if (std::find(coming.begin(), coming.end(), kFailed) != coming.end()) {
    throw Error(Error::Kind::kCancelled, "another rank has failed");
  }
  std::vector<Bytes> from(size_);
  std::vector<MPI_Request> requests;
  const auto each_piece = [&](Bytes& bytes, const auto& start) {
    for (std::size_t at = 0; at < bytes.size(); at += piece_) {
      const auto count = static_cast<int>(std::min(piece_, bytes.size() - at));
      start(bytes.data() + at, count, &requests.emplace_back());
    }
  };
  for (std::uint32_t other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    from[other].resize(coming[other]);
    each_piece(from[other], [&](std::byte* bytes, int count, MPI_Request* request) {
      MPI_Irecv(bytes, count, MPI_BYTE, static_cast<int>(other), 0, MPI_COMM_WORLD, request);
    });
  }
  for (std::uint32_t other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    each_piece(to[other], [&](std::byte* bytes, int count, MPI_Request* request) {
      MPI_Isend(bytes, count, MPI_BYTE, static_cast<int>(other), 0, MPI_COMM_WORLD, request);
    });
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  from[rank_] = std::move(to[rank_]);
  return from;
}

bool MpiCommunicator::fail() {
  const std::vector<std::uint64_t> others =
      exchange_sizes(std::vector<std::uint64_t>(size_, kFailed));
  return std::find(others.begin(), others.end(), kFailed) - others.begin() == rank_;
}

}  // namespace ect::cluster
