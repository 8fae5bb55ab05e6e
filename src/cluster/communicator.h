#ifndef ECT_CLUSTER_COMMUNICATOR_H_
#define ECT_CLUSTER_COMMUNICATOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ect::cluster {

using Bytes = std::vector<std::byte>;

// Several ranks that run the same program on parts of the data. All they do together is one
// operation, which every rank must call as often as the others. For one thread of a rank.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t size() const = 0;
  // Sends to[r] to rank r, this one included, and returns what each rank has sent here. A message
  // may have any size; it travels in pieces. Throws ect::Error where another rank has failed.
  virtual std::vector<Bytes> exchange(std::vector<Bytes> to) = 0;
};

// The only rank.
class SingleRank final : public Communicator {
 public:
  std::uint32_t rank() const override { return 0; }
  std::uint32_t size() const override { return 1; }
  std::vector<Bytes> exchange(std::vector<Bytes> to) override { return to; }
};

// Calls `work` as each of so many ranks, in a thread each, for tests. Where ranks fail, the others
// end too, and the first failure is rethrown.
void run_as_threads(std::uint32_t ranks, const std::function<void(Communicator&)>& work);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_COMMUNICATOR_H_
