#ifndef ECT_DATA_STREAM_H_
#define ECT_DATA_STREAM_H_

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "data/load.h"

namespace ect::data {

// Training data that can be read only once and need not fit in memory. Its layout is learnt from
// its beginning, which is held in memory; then all of it, including the beginning, is read. Later
// data must fit that layout: a word in a numeric column is an error, a new nominal value is ignored
// with a warning. For prediction, where the layout is known, open_reader(Lines, Layout) is enough.
class StreamFile {
 public:
  static constexpr std::size_t kBeginning = std::size_t{4} << 20;

  // Reads the first `beginning` bytes, decompressed, and more only if these hold no whole example,
  // and learns the layout from the whole examples among them. The source is a file, a pipe or, if
  // the path is "-", `standard_input`, which must outlive the reader.
  StreamFile(const std::string& path, std::istream& standard_input, const LoadOptions& options,
             std::size_t beginning = kBeginning);

  const std::string& name() const { return name_; }
  const Layout& layout() const { return layout_; }
  const std::vector<std::string>& warnings() const { return warnings_; }  // of learning the layout
  // The classes that occur in the beginning, numbered as by read_dataset().
  Labels labels() const;
  // A reader of the examples of the beginning. May be called repeatedly.
  std::unique_ptr<Reader> beginning() const;
  // A reader of all examples, which may outlive this object. Throws ect::Error if called again,
  // unless repeatable().
  std::unique_ptr<Reader> reader();
  // Whether the source is a regular file, not a pipe.
  bool repeatable() const { return repeatable_; }
  const std::string& path() const { return path_; }

 private:
  void read_beginning(std::size_t size, const LoadOptions& options);

  std::string path_;
  bool repeatable_;
  std::string name_;
  std::unique_ptr<util::Input> rest_;
  std::shared_ptr<const std::string> read_;  // the bytes read so far
  DataFile beginning_;                       // the whole examples of these bytes
  Layout layout_;
  std::vector<std::string> warnings_;
};

}  // namespace ect::data

#endif  // ECT_DATA_STREAM_H_
