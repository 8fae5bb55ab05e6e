// Reading examples on several threads, block by block. A block has about 64 KiB of text: large
// enough that passing it on is cheap compared with parsing it, and small enough that small files
// have several blocks and memory stays small.
// Tests: blocks_test (every format, every cut, several numbers of threads).
#include "data/blocks.h"

#include <algorithm>
#include <utility>

namespace ect::data {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

class ReadExamples : public ReaderBlocks {
 public:
  ReadExamples(Reader& reader, unsigned threads,
               const std::function<void(Example& example, const ExamplePlace& place)>& visit)
      : ReaderBlocks(reader, threads), visit_(visit), read_(slots()) {}

 protected:
  void work_on(Reader& examples, std::size_t slot, unsigned /*worker*/) override {
    read_[slot].read(examples);
  }

  void give(std::size_t slot) override {
    ExampleBlock& read = read_[slot];
    for (std::size_t i = 0; i < read.count; ++i) {
      visit_(read.examples[i], {read.lines[i], read.cost_labels});
    }
  }

 private:
  const std::function<void(Example& example, const ExamplePlace& place)>& visit_;
  std::vector<ExampleBlock> read_;
};

}  // namespace

void ExampleBlock::read(Reader& reader) {
  count = 0;
  const std::span<const std::string> labels = reader.cost_labels();
  cost_labels.assign(labels.begin(), labels.end());
  while (true) {
    if (count == examples.size()) {
      examples.emplace_back();
      lines.push_back(0);
    }
    if (!reader.next(examples[count])) return;
    lines[count++] = reader.line();
  }
}

ReaderBlocks::ReaderBlocks(Reader& reader, unsigned threads)
    : reader_(reader),
      blocks_(util::ordered_slots(threads)),
      readers_(util::ordered_threads(threads)) {}

util::Cut ReaderBlocks::cut(std::size_t slot, bool may_wait) {
  return reader_.cut(blocks_[slot].block, kBlockBytes, may_wait);
}

void ReaderBlocks::work(std::size_t slot, unsigned worker) {
  std::unique_ptr<Reader>& reader = readers_[worker];
  if (!reader) reader = reader_.for_blocks();
  reader->take(blocks_[slot].block);
  work_on(*reader, slot, worker);
  blocks_[slot].unseen = reader->take_unseen();
}

void ReaderBlocks::finish(std::size_t slot) {
  give(slot);
  reader_.add_unseen(blocks_[slot].unseen);
}

void for_each_example(
    Reader& reader, unsigned threads,
    const std::function<void(Example& example, const ExamplePlace& place)>& visit) {
  if (util::ordered_threads(threads) == 1) {
    for (Example example; reader.next(example);) {
      visit(example, {reader.line(), reader.cost_labels()});
    }
    return;
  }
  ReadExamples blocks(reader, threads, visit);
  run_in_order(blocks, threads);
}

}  // namespace ect::data
