#ifndef ECT_CLUSTER_MPI_MPI_COMMUNICATOR_H_
#define ECT_CLUSTER_MPI_MPI_COMMUNICATOR_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cluster/communicator.h"

namespace ect::cluster {

// The ranks of an MPI job: see mpi_communicator.cc. One in a process, from the beginning of MPI to
// its end.
class MpiCommunicator final : public Communicator {
 public:
  // Messages travel in pieces of at most `piece` bytes.
  static constexpr std::size_t kPiece = std::size_t{1} << 28;
  explicit MpiCommunicator(std::size_t piece = kPiece);
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;
  ~MpiCommunicator() override;

  std::uint32_t rank() const override { return rank_; }
  std::uint32_t size() const override { return size_; }
  std::vector<Bytes> exchange(std::vector<Bytes> to) override;

  // Instead of the next exchange(), which then throws at all other ranks. Returns whether this is
  // the first rank that fails, which is to say why.
  bool fail();

 private:
  std::vector<std::uint64_t> exchange_sizes(const std::vector<std::uint64_t>& to);

  std::size_t piece_;
  std::uint32_t rank_ = 0;
  std::uint32_t size_ = 1;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_MPI_MPI_COMMUNICATOR_H_
