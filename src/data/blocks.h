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
  std::vector<Example> examples;  // the first `count` are of the block, the others memory for more
  std::vector<std::uint64_t> lines;  // where each ends
  std::size_t count = 0;
  std::vector<std::string> cost_labels;

  // All examples of a reader of blocks; those before the first error where it throws.
  void read(Reader& reader);
};

// The blocks of a reader, read and worked on by several threads and finished in order. Whoever
// derives from it keeps what came of a block by its slot, and what a thread needs by its worker.
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
  // Works on all examples of a block, as OrderedBlocks::work.
  virtual void work_on(Reader& examples, std::size_t slot, unsigned worker) = 0;
  // As OrderedBlocks::finish.
  virtual void give(std::size_t slot) = 0;

 private:
  struct Slot {
    Block block;
    Unseen unseen;
  };

  Reader& reader_;
  std::vector<Slot> blocks_;
  std::vector<std::unique_ptr<Reader>> readers_;  // by worker, made when it has something to do
};

// Where an example stands, and the classes that its costs belong to.
struct ExamplePlace {
  std::uint64_t line = 0;
  std::span<const std::string> cost_labels;
};

// Visits all examples of a reader in their order, one at a time; several threads read (0: all
// cores). What is thrown is what one thread would come to first.
void for_each_example(
    Reader& reader, unsigned threads,
    const std::function<void(Example& example, const ExamplePlace& place)>& visit);

}  // namespace ect::data

#endif  // ECT_DATA_BLOCKS_H_
