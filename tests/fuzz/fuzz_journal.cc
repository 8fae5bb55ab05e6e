// Any bytes as a journal: it is read and played again, or refused with ect::Error. The bytes come
// as they are, and as lines whose chain of hashes is put right, so that what is in them is reached.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ect/error.h"
#include "selection/journal.h"
#include "util/sha256.h"
#include "util/text.h"

namespace {

void read(const std::string& text) {
  try {
    const ect::selection::JournalContent content = ect::selection::parse_journal(text, "journal");
    if (content.bytes > 0) ect::selection::replay(content, "journal");
  } catch (const ect::Error&) {
  }
}

// Each line is taken for the fields of an object.
std::string chained(std::string_view fields) {
  std::string text;
  std::string hash;
  for (const std::string_view line : ect::util::split(fields, '\n')) {
    const std::string object = "{" + std::string(line) + R"(,"prev":")" + hash + R"("})";
    hash = ect::util::sha256_hex(object);
    text += object + '\n';
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  read(chained(text));
  return 0;
}
