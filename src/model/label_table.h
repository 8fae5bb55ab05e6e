#ifndef ECT_MODEL_LABEL_TABLE_H_
#define ECT_MODEL_LABEL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/dataset.h"
#include "ect/error.h"

namespace ect::model {

// The names of classes as they lie in a model file: loading takes no work per name, so that a
// million of them cost nothing. Bytes: their number, the offset of each name's end (from the
// first name), all as 8 bytes; then the names.
class LabelTable {
 public:
  explicit LabelTable(const Labels& labels);
  // Throws ect::Error for invalid bytes. Errors name the file `file`.
  LabelTable(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string file);

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::string_view name(std::uint32_t label) const;
  std::span<const std::byte> bytes() const { return bytes_; }
  // To find labels by their names. Throws for duplicate names, which loading does not check.
  Labels labels() const;

 private:
  void read();
  Error damaged() const;

  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
  std::string file_;  // empty if there is none
  std::span<const std::uint64_t> ends_;
  std::string_view names_;
};

}  // namespace ect::model

#endif  // ECT_MODEL_LABEL_TABLE_H_
