// Classifiers stored as one block of bytes per problem, with a directory of offsets and checksums.
// Tests: c45_tree_test, boosted_test, bayes_test; hostile_model_test.
#include "learners/blobs.h"

#include <cstring>
#include <utility>

#include "util/checksum.h"

namespace ect::learners {
namespace {

// 64-bit words, so that blobs are aligned to 8 bytes.
struct Kept {
  std::vector<Blob> directory;
  std::vector<std::uint64_t> body;
};

}  // namespace

BlobStore::BlobStore(StoredClassifiers stored, std::uint32_t problems, Verify verify)
    : stored_(std::move(stored)), verified_(problems, verify) {
  if (stored_.directory.size() != std::size_t{problems} * sizeof(Blob)) {
    throw damaged("the number of problems does not match");
  }
  blobs_ = {reinterpret_cast<const Blob*>(stored_.directory.data()), problems};
  // Blobs must be contiguous, so that every byte of the body is checked.
  std::uint64_t end = 0;
  for (const Blob& blob : blobs_) {
    if (blob.offset != end || blob.size > stored_.body.size() - end) {
      throw damaged("a classifier is not where it should be");
    }
    end = blob.end();
    if (end > stored_.body.size()) throw damaged("the last classifier is truncated");
  }
  if (end != stored_.body.size()) throw damaged("there are bytes after the last classifier");
  if (verify == Verify::kNow) this->verify();
}

std::span<const std::byte> BlobStore::at(std::uint32_t problem) const {
  verified_.see_to(problem, [&] { verify_blob(problem); });
  return stored_.body.subspan(blobs_[problem].offset, blobs_[problem].size);
}

void BlobStore::verify() const {
  for (std::uint32_t problem = 0; problem < blobs_.size(); ++problem) verify_blob(problem);
}

void BlobStore::verify_blob(std::uint32_t problem) const {
  const Blob& blob = blobs_[problem];
  if (!is_sound_part(stored_.body, blob.offset, blob.size, blob.end(), blob.checksum)) {
    throw damaged("the checksum of problem " + std::to_string(problem) + " is wrong");
  }
}

Error BlobStore::damaged(const std::string& what) const {
  return damaged_model(stored_, "the classifiers are damaged: " + what);
}

StoredClassifiers BlobBuilder::finish() {
  auto kept = std::make_shared<Kept>();
  std::uint64_t end = 0;
  for (const std::vector<std::byte>& bytes : blobs_) {
    const Blob& blob = kept->directory.emplace_back(
        Blob{end, static_cast<std::uint32_t>(bytes.size()), util::checksum_of(bytes)});
    end = blob.end();
  }
  kept->body.resize(end / sizeof(std::uint64_t));
  auto* const body = reinterpret_cast<std::byte*>(kept->body.data());
  for (std::size_t i = 0; i < blobs_.size(); ++i) {
    if (!blobs_[i].empty()) {
      std::memcpy(body + kept->directory[i].offset, blobs_[i].data(), blobs_[i].size());
    }
    blobs_[i] = {};
  }
  const Kept& all = *kept;
  return {std::as_bytes(std::span(all.directory)), std::as_bytes(std::span(all.body)),
          std::move(kept), ""};
}

}  // namespace ect::learners
