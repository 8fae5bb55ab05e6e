#ifndef ECT_DATA_BLOCKS_H_
#define ECT_DATA_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/formats/reader.h"
#include "util/ordered_blocks.h"

namespace ect::data {

// The examples of a block.
struct ExampleBlock {
  std::vector<Example> examples;     // the first `count` are valid, the others are memory for later
  std::vector<std::uint64_t> lines;  // where each ends
  std::size_t count = 0;
  std::vector<std::string> cost_labels;

  // Reads all examples of a block's reader. If that throws, the examples before the error are
  // there.
  void read(Reader& reader);
};

// The blocks of a reader, read and worked on by several threads and finished in order. A derived
// class stores the results of a block by its slot, and what a thread needs by its worker.
class ReaderBlocks : public util::OrderedBlocks {
 public:
  // `reader` must outlive it. 0 threads: all cores.
  ReaderBlocks(Reader& reader, unsigned threads);

  util::Cut cut(std::size_t slot, bool may_wait) final;
  void work(std::size_t slot, unsigned worker) final;
  void finish(std::size_t slot) final;

  std::size_t slots() const { return blocks_.size(); }
  unsigned workers() const { return static_cast<unsigned>(readers_.size()); }

 protected:
  // Works on all examples of a block; called as OrderedBlocks::work.
  virtual void work_on(Reader& examples, std::size_t slot, unsigned worker) = 0;
  // Passes on the results of a block; called as OrderedBlocks::finish.
  virtual void give(std::size_t slot) = 0;

 private:
  struct Slot {
    Block block;
    Unseen unseen;
  };

  Reader& reader_;
  std::vector<Slot> blocks_;
  std::vector<std::unique_ptr<Reader>> readers_;  // by worker, made at its first block
};

// The line of an example, and the classes that its costs belong to.
struct ExamplePlace {
  std::uint64_t line = 0;
  std::span<const std::string> cost_labels;
};

// Calls `visit` for all examples of a reader in their order, one at a time, while several threads
// read (0: all cores). Throws the exception that a single thread would have come to first.
void for_each_example(
    Reader& reader, unsigned threads,
    const std::function<void(Example& example, const ExamplePlace& place)>& visit);

}  // namespace ect::data

#endif  // ECT_DATA_BLOCKS_H_
