// The names of the classes, read where they lie in a model file. Tests: model_file_test,
// hostile_model_test.
#include "model/label_table.h"

#include <cstring>

namespace ect::model {

LabelTable::LabelTable(const Labels& labels) {
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < labels.size(); ++i) ends.push_back(end += labels.name(i).size());
  const std::uint64_t head = 8 * (1 + ends.size());
  const auto owned = std::make_shared<std::vector<std::uint64_t>>((head + end + 7) / 8);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(*owned));
  const std::uint64_t count = ends.size();
  std::memcpy(bytes.data(), &count, sizeof count);
  std::memcpy(bytes.data() + sizeof count, ends.data(), ends.size() * sizeof(std::uint64_t));
  std::size_t at = head;
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    std::memcpy(bytes.data() + at, labels.name(i).data(), labels.name(i).size());
    at += labels.name(i).size();
  }
  bytes_ = bytes.first(head + end);
  owner_ = owned;
  read();
}

LabelTable::LabelTable(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                       std::string file)
    : bytes_(bytes), owner_(std::move(owner)), file_(std::move(file)) {
  read();
}

Error LabelTable::damaged() const {
  const std::string where = file_.empty() ? "" : file_ + ": ";
  return {Error::Kind::kModelFormat, where + "the table of labels is damaged"};
}

void LabelTable::read() {
  std::uint64_t count = 0;
  if (bytes_.size() < sizeof count) throw damaged();
  std::memcpy(&count, bytes_.data(), sizeof count);
  if (count > bytes_.size() / 8 - 1 || count > 0xffffffff) throw damaged();
  ends_ = {reinterpret_cast<const std::uint64_t*>(bytes_.data()) + 1,
           static_cast<std::size_t>(count)};
  const std::size_t head = 8 * (1 + ends_.size());
  names_ = {reinterpret_cast<const char*>(bytes_.data()) + head, bytes_.size() - head};
  std::uint64_t before = 0;
  for (const std::uint64_t end : ends_) {
    if (end < before || end > names_.size()) throw damaged();
    before = end;
  }
  if (before != names_.size()) throw damaged();
}

std::string_view LabelTable::name(std::uint32_t label) const {
  const std::uint64_t begin = label == 0 ? 0 : ends_[label - 1];
  return names_.substr(begin, ends_[label] - begin);
}

Labels LabelTable::labels() const {
  Labels labels;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (labels.add(name(i)) != i) throw damaged();  // a duplicate name
  }
  return labels;
}

}  // namespace ect::model
