// Data that is read once, from a stream, with its layout learnt from its beginning. The beginning
// is cut after a whole example. In formats of lines that is the last newline. In csv a quoted field
// may contain newlines, so the records are read, and the cut is after the last whole one. If a
// record is damaged, the beginning ends before it, and the reader reports the damage when it gets
// there. Tests: stream_test.
#include "data/stream.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "ect/error.h"

namespace ect::data {
namespace {

// An input that returns bytes that have been read already, and then the rest.
class JoinedInput : public util::Input {
 public:
  JoinedInput(std::shared_ptr<const std::string> first, std::unique_ptr<util::Input> rest)
      : first_(std::move(first)), rest_(std::move(rest)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    if (first_) {
      const std::size_t got = first_->copy(buffer, size, given_);
      given_ += got;
      if (got > 0) return got;
      first_.reset();
    }
    return rest_->read(buffer, size);
  }

  bool at_hand() override { return first_ != nullptr || rest_->at_hand(); }

 private:
  std::shared_ptr<const std::string> first_;
  std::unique_ptr<util::Input> rest_;
  std::size_t given_ = 0;
};

bool is_regular(const std::string& path) {
  std::error_code none;
  return path != "-" && std::filesystem::is_regular_file(path, none);
}

// Appends to `text` until it has `size` bytes; false if the input ends before.
bool fill(util::Input& input, std::string& text, std::size_t size) {
  std::size_t held = text.size();
  text.resize(size);
  while (held < size) {
    const std::size_t got = input.read(text.data() + held, size - held);
    if (got == 0) break;
    held += got;
  }
  text.resize(held);
  return held == size;
}

std::size_t bytes_of_lines(const std::string& text, std::uint64_t lines) {
  std::size_t bytes = 0;
  for (; lines > 0; --lines) bytes = text.find('\n', bytes) + 1;
  return bytes;
}

// How many bytes of `text` are whole examples; 0 if there is no whole one.
std::size_t whole_examples(const std::string& text, const std::string& name,
                           const LoadOptions& options) {
  const std::size_t lines = text.rfind('\n') + 1;  // npos + 1 is 0
  const DataFile file(name, std::make_shared<const std::string>(text, 0, lines));
  std::uint64_t last = 0;
  try {
    const FileFormat format = find_format(file, options);
    if (format != FileFormat::kCsv && format != FileFormat::kArff) return lines;
    const auto records = format == FileFormat::kCsv ? csv_records(file.lines(), options.header)
                                                    : arff_records(file.lines());
    for (std::vector<Cell> cells; records->next(cells);) last = records->line();
  } catch (const Error&) {
    // The last record is cut off, or one is damaged; the reader will report that.
  }
  return bytes_of_lines(text, last);
}

}  // namespace

StreamFile::StreamFile(const std::string& path, std::istream& standard_input,
                       const LoadOptions& options, std::size_t beginning)
    : path_(path),
      repeatable_(is_regular(path)),
      name_(util::input_name(path)),
      rest_(util::open_input(path, standard_input)),
      beginning_(name_, std::make_shared<const std::string>()) {
  read_beginning(beginning, options);
  layout_ = learn_layout(beginning_, options, &warnings_);
}

void StreamFile::read_beginning(std::size_t size, const LoadOptions& options) {
  auto text = std::make_shared<std::string>();
  read_ = text;
  while (fill(*rest_, *text, size)) {
    const std::size_t whole = whole_examples(*text, name_, options);
    if (whole > 0) {
      beginning_ = DataFile(name_, std::make_shared<const std::string>(*text, 0, whole));
      return;
    }
    if (size > Lines::kMaxLineBytes) break;  // no valid data; learn_layout() will report why
    size *= 2;
  }
  beginning_ = DataFile(name_, read_);
}

Labels StreamFile::labels() const {
  Labels labels;
  const auto reader = beginning();
  for (Example example; reader->next(example);) {
    if (labels.size() == 0) {
      for (const std::string& label : reader->cost_labels()) labels.add(label);
    }
    if (example.label) labels.add(*example.label);
  }
  return labels;
}

std::unique_ptr<Reader> StreamFile::beginning() const { return open_reader(beginning_, layout_); }

std::unique_ptr<Reader> StreamFile::reader() {
  if (!rest_) {
    if (!repeatable_) throw Error::bad_argument(name_ + ": a stream can be read only once");
    return open_reader(Lines(util::open_file(path_), name_), layout_);
  }
  auto all = std::make_unique<JoinedInput>(std::move(read_), std::move(rest_));
  return open_reader(Lines(std::move(all), name_), layout_);
}

}  // namespace ect::data
