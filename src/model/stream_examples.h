#ifndef ECT_MODEL_STREAM_EXAMPLES_H_
#define ECT_MODEL_STREAM_EXAMPLES_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/example_cache.h"
#include "data/stream.h"
#include "ect/dataset.h"

namespace ect::model {

// The examples of a stream whose labels are known, in the same order in every pass; others are
// counted and skipped. With a cache, they are parsed at most once: see stream_examples.cc.
class StreamExamples {
 public:
  // Stream and classes must outlive this. `cache` is a file; empty: none. Throws for several
  // passes over a pipe without a cache, and if the cache file is something else.
  StreamExamples(data::StreamFile& stream, const Labels& classes, std::string cache,
                 std::uint32_t passes);

  // Must be called before each pass, including the first.
  void start_pass();
  // The label of the next example; nothing at the end of the pass. The label's name and costs in
  // the example are undefined.
  std::optional<std::uint32_t> next(Example& example);
  // The next examples, at most `most`, without consuming them.
  Dataset peek(std::size_t most);

  // Adds the warnings of finished passes.
  void add_warnings(std::vector<std::string>& warnings) const;

 private:
  std::optional<std::uint32_t> next_of_pass(Example& example);
  std::optional<std::uint32_t> next_parsed(Example& example);
  std::optional<std::uint32_t> go_on_by_parsing(Example& example, const Error& why);
  void parse();
  bool open_cache();
  void cannot_cache(const Error& why);
  void end_parsing();

  data::StreamFile& stream_;
  const Labels& classes_;
  std::string cache_;
  bool must_cache_;  // a pipe cannot be read again
  data::CacheKey key_;
  bool cached_now_ = false;  // written in this run
  std::unique_ptr<data::CacheReader> cached_;
  std::unique_ptr<data::Reader> parsed_;
  std::unique_ptr<data::CacheWriter> writer_;
  std::uint64_t read_ = 0;  // examples, of this pass
  std::deque<std::pair<std::uint32_t, Example>> peeked_;
  std::uint64_t strange_ = 0;  // with unknown labels, in this pass
  std::string first_strange_;
  std::vector<std::string> odd_;    // warnings about the data
  std::vector<std::string> notes_;  // warnings about the cache
};

}  // namespace ect::model

#endif  // ECT_MODEL_STREAM_EXAMPLES_H_
