#ifndef ECT_TESTS_FUZZ_READ_BYTES_H_
#define ECT_TESTS_FUZZ_READ_BYTES_H_

#include <memory>
#include <string>

#include "data/load.h"

namespace ect {

// Reads the bytes as every format there is, packed or not. Each either gives examples that keep
// their contract or throws ect::Error; anything else is a defect.
inline void read_bytes(const std::string& bytes) {
  const auto memory = std::make_shared<const std::string>(bytes);
  const auto lines = [&] { return Lines(open_memory(memory, "bytes"), "bytes"); };
  const auto drain = [](Reader& reader) {
    for (Example example; reader.next(example);) {
      if (example.indices.size() != example.values.size()) __builtin_trap();
      for (std::size_t i = 1; i < example.indices.size(); ++i) {
        if (example.indices[i] <= example.indices[i - 1]) __builtin_trap();
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
  attempt([&] { drain(*text_reader(lines(), {2, 1, 3, 18})); });
  attempt([&] { drain(*vw_reader(lines(), 18)); });
  for (const auto open : {&csv_records, &arff_records}) {
    attempt([&] {
      const auto columns = learn_columns([&] { return open(lines()); }, {});
      drain(*table_reader(open(lines()), columns));
    });
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_READ_BYTES_H_
