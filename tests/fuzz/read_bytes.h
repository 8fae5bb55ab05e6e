#ifndef ECT_TESTS_FUZZ_READ_BYTES_H_
#define ECT_TESTS_FUZZ_READ_BYTES_H_

#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "data/label_file.h"
#include "data/load.h"
#include "data/stream.h"
#include "data/types.h"

namespace ect {

// Reads the bytes as every format there is, packed or not. Each either gives examples that keep
// their contract or throws ect::Error; anything else is a defect.
inline void read_bytes(const std::string& bytes) {
  const auto memory = std::make_shared<const std::string>(bytes);
  const auto lines = [&] { return Lines(open_memory(memory, "bytes"), "bytes"); };
  const auto demand = [](bool kept) {
    if (!kept) __builtin_trap();
  };
  const auto drain = [&](Reader& reader) {
    for (Example example; reader.next(example);) {
      demand(example.indices.size() == example.values.size());
      const bool to_predict = !example.label && example.costs.empty();
      demand(to_predict || example.costs.size() == reader.cost_labels().size());
      demand(std::isfinite(example.weight));
      for (std::size_t i = 0; i < example.indices.size(); ++i) {
        demand(i == 0 || example.indices[i] > example.indices[i - 1]);
        demand(std::isfinite(example.values[i]));
      }
    }
  };
  const auto attempt = [](auto&& work) {
    try {
      work();
    } catch (const Error&) {
    }
  };
  attempt([&] { drain(*svmlight_reader(lines())); });
  for (const std::uint32_t edition : {1U, 2U}) {
    attempt([&] { drain(*text_reader(lines(), {2, 1, 3, 18, edition})); });
  }
  attempt([&] { learn_text_options(lines(), {}); });
  attempt([&] { drain(*vw_reader(lines(), 18)); });
  attempt([&] { read_types(*open_memory(memory, "bytes"), "bytes"); });
  attempt([&] { read_labels(open_memory(memory, "bytes"), "bytes"); });
  for (const FileFormat format : {FileFormat::kCsv, FileFormat::kArff}) {
    const auto open = [&] {
      return format == FileFormat::kCsv ? csv_records(lines()) : arff_records(lines());
    };
    std::vector<std::string> warnings;
    attempt([&] { drain(*table_reader(open(), learn_columns(open, {}, &warnings))); });
    attempt([&] {
      std::istringstream in(bytes);
      LoadOptions options;
      options.format = format;
      drain(*StreamFile("-", in, options, 16).reader());
    });
    attempt([&] { read_dataset(*table_reader(open(), learn_columns(open, {})), "bytes"); });
  }
  // Without a header, and as whatever format the bytes seem to be.
  for (const Header header : {Header::kNo, Header::kGuess}) {
    attempt([&] {
      LoadOptions options;
      options.header = header;
      if (header == Header::kNo) options.format = FileFormat::kCsv;
      std::vector<std::string> warnings;
      const DataFile file("bytes", memory);
      drain(*open_reader(file, learn_layout(file, options, &warnings)));
    });
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_READ_BYTES_H_
