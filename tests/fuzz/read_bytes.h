#ifndef ECT_TESTS_FUZZ_READ_BYTES_H_
#define ECT_TESTS_FUZZ_READ_BYTES_H_

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "data/features/types.h"
#include "data/formats/label_file.h"
#include "data/load.h"
#include "data/stream.h"

namespace ect {

// What comes of each record, and of the whole: an example's features in number, or the error.
struct ReadRecords {
  std::vector<std::string> records;
  std::string error;

  friend bool operator==(const ReadRecords&, const ReadRecords&) = default;
};

inline void read_records(data::Reader& reader, ReadRecords& read) {
  try {
    std::optional<data::RecordError> refused;
    for (Example example; reader.next_record(example, refused);) {
      read.records.push_back(refused ? refused->what() : std::to_string(example.indices.size()));
    }
  } catch (const Error& error) {
    read.error = error.what();
  }
}

// The records by one reader, which must be those of blocks of that size.
inline ReadRecords records_of(const std::function<std::unique_ptr<data::Reader>()>& open,
                              std::size_t block_size) {
  ReadRecords alone;
  read_records(*open(), alone);
  ReadRecords together;
  const std::unique_ptr<data::Reader> whole = open();
  const std::unique_ptr<data::Reader> blocks = whole->for_blocks();
  try {
    for (data::Block block;
         together.error.empty() && whole->cut(block, block_size, true) == util::Cut::kBlock;) {
      blocks->take(block);
      read_records(*blocks, together);
    }
  } catch (const Error& error) {
    together.error = error.what();
  }
  if (together != alone) __builtin_trap();
  return alone;
}

// Reads the bytes as every format there is, packed or not. Each either gives examples that keep
// their contract or throws ect::Error; anything else is a defect.
inline void read_bytes(const std::string& bytes) {
  const auto memory = std::make_shared<const std::string>(bytes);
  const auto lines = [&] { return data::Lines(util::open_memory(memory, "bytes"), "bytes"); };
  const auto demand = [](bool kept) {
    if (!kept) __builtin_trap();
  };
  const auto drain = [&](data::Reader& reader) {
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
  // Damaged packing may end the text within a record, of which one reader sees more than blocks do.
  const auto whole_lines = [&]() -> std::optional<std::size_t> {
    try {
      data::Lines all = lines();
      for (std::string_view line; all.next_unchecked(line);) {
      }
      return all.number();
    } catch (const Error&) {
      return std::nullopt;
    }
  }();
  const auto read_each = [&](const data::Layout& layout, bool line_is_record) {
    if (!whole_lines) return;
    const ReadRecords read = records_of([&] { return open_reader(lines(), layout); }, 16);
    demand(!line_is_record || (read.error.empty() && read.records.size() == *whole_lines));
  };
  attempt([&] { drain(*svmlight_reader(lines())); });
  for (const std::uint32_t edition : {1U, 2U}) {
    attempt([&] { drain(*text_reader(lines(), {2, 1, 3, 18, edition})); });
  }
  attempt([&] { learn_text_options(lines(), {}); });
  attempt([&] { drain(*vw_reader(lines(), 18)); });
  for (const FileFormat format : {FileFormat::kSvmlight, FileFormat::kText, FileFormat::kVw}) {
    data::Layout layout;
    layout.format = format;
    read_each(layout, format != FileFormat::kSvmlight);  // which has comments
  }
  attempt([&] { data::read_types(*util::open_memory(memory, "bytes"), "bytes"); });
  attempt([&] { data::read_labels(util::open_memory(memory, "bytes"), "bytes"); });
  for (const FileFormat format : {FileFormat::kCsv, FileFormat::kArff}) {
    const auto open = [&] {
      return format == FileFormat::kCsv ? csv_records(lines()) : arff_records(lines());
    };
    std::vector<std::string> warnings;
    attempt([&] { drain(*table_reader(open(), data::learn_columns(open, {}, &warnings))); });
    for (const data::Header header : {data::Header::kYes, data::Header::kNo}) {
      attempt([&] {
        data::Layout layout;
        layout.format = format;
        layout.header = header;
        const auto records =
            format == FileFormat::kCsv ? csv_records(lines(), header) : arff_records(lines());
        for (const data::Declared& column : records->columns()) {
          data::TableColumn& numeric = layout.columns.emplace_back();
          numeric.name = column.name;
          numeric.role = data::TableColumn::Role::kNumeric;
        }
        read_each(layout, false);
      });
    }
    attempt([&] {
      std::istringstream in(bytes);
      data::LoadOptions options;
      options.format = format;
      drain(*data::StreamFile("-", in, options, 16).reader());
    });
    attempt([&] { read_dataset(*table_reader(open(), data::learn_columns(open, {})), "bytes"); });
  }
  // Without a header, and as whatever format the bytes seem to be.
  for (const data::Header header : {data::Header::kNo, data::Header::kGuess}) {
    attempt([&] {
      data::LoadOptions options;
      options.header = header;
      if (header == data::Header::kNo) options.format = FileFormat::kCsv;
      std::vector<std::string> warnings;
      const data::DataFile file("bytes", memory);
      drain(*open_reader(file, learn_layout(file, options, &warnings)));
    });
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_READ_BYTES_H_
