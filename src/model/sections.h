#ifndef ECT_MODEL_SECTIONS_H_
#define ECT_MODEL_SECTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/error.h"

namespace ect::model {

// A model file is a header, a table of sections, and the sections. docs/reference/model_format.md
// has it byte by byte. Numbers are little-endian.

enum class SectionId : std::uint32_t {
  kAbout = 1,        // JSON: how it was trained, how data is read
  kLabels = 2,       // names of the classes
  kReduction = 3,    // for a tournament: who meets whom
  kScaling = 4,      // of the features
  kDirectory = 5,    // of the classifiers
  kBody = 6,         // the classifiers, with checksums of their own
  kExpansion = 7,    // of the features, after scaling; optional
  kLabelCounts = 8,  // how many training examples each class had; optional
};

struct Section {
  SectionId id;
  std::span<const std::byte> bytes;
};

// Versions of the format. All programs read the first; models of text need the second, packed
// weights the third, weights by feature the fourth.
inline constexpr std::uint32_t kFirstVersion = 1;
inline constexpr std::uint32_t kSecondVersion = 2;
inline constexpr std::uint32_t kThirdVersion = 3;
inline constexpr std::uint32_t kFourthVersion = 4;

// Passes the bytes of a model file to `write`, piece by piece.
void write_sections(const std::function<void(std::string_view)>& write,
                    std::span<const Section> sections, std::uint32_t version);

// The sections of a model file in memory, mapped or not.
class Sections {
 public:
  // Verifies the header, that the sections fill the file one after the other with nothing but zeros
  // between them, and the checksums of all but the body. `name` is what errors call the file.
  Sections(std::span<const std::byte> file, std::string name);

  // Throws if the section is missing. Every section begins at a multiple of 64 bytes.
  std::span<const std::byte> section(SectionId id) const;
  bool has(SectionId id) const;
  std::uint32_t version() const { return version_; }
  Error error(const std::string& what) const;

 private:
  std::string name_;
  std::uint32_t version_ = 0;
  std::vector<Section> sections_;
};

}  // namespace ect::model

#endif  // ECT_MODEL_SECTIONS_H_
