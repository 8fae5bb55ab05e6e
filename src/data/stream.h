#ifndef ECT_DATA_STREAM_H_
#define ECT_DATA_STREAM_H_

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "data/load.h"

namespace ect::data {

// Data to learn from that may come but once and not fit in memory. How to read it is learnt from
// its beginning, which is kept; then all of it, the beginning too, is read through. What comes
// later must keep to that: a word in a column of numbers is an error, a new nominal value is left
// out with a warning. To predict, when the layout is known, open_reader(Lines, Layout) is enough.
class StreamFile {
 public:
  static constexpr std::size_t kBeginning = std::size_t{4} << 20;

  // Reads that many bytes, unpacked, of a file or a pipe, or of `standard_input` where path is "-",
  // which must outlive the reader; more only where they hold no whole example. Learns from them, up
  // to the last whole example.
  StreamFile(const std::string& path, std::istream& standard_input, const LoadOptions& options,
             std::size_t beginning = kBeginning);

  const std::string& name() const { return name_; }
  const Layout& layout() const { return layout_; }
  const std::vector<std::string>& warnings() const { return warnings_; }  // of the layout
  // The classes that the beginning names, numbered as read_dataset would.
  Labels labels() const;
  // The examples of the beginning, as often as needed.
  std::unique_ptr<Reader> beginning() const;
  // All examples; the reader may outlive this. To be called once, unless it can be read again.
  std::unique_ptr<Reader> reader();
  // Whether it is a regular file, and no pipe.
  bool repeatable() const { return repeatable_; }
  const std::string& path() const { return path_; }

 private:
  void read_beginning(std::size_t size, const LoadOptions& options);

  std::string path_;
  bool repeatable_;
  std::string name_;
  std::unique_ptr<util::Input> rest_;
  std::shared_ptr<const std::string> read_;  // what has been read of it
  DataFile beginning_;                       // the whole examples of that
  Layout layout_;
  std::vector<std::string> warnings_;
};

}  // namespace ect::data

#endif  // ECT_DATA_STREAM_H_
