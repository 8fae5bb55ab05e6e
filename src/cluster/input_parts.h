#ifndef ECT_CLUSTER_INPUT_PARTS_H_
#define ECT_CLUSTER_INPUT_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/formats/lines.h"

namespace ect::cluster {

// A part of the input: a file, or the lines of a plain one that begin in a range of its bytes.
struct InputPart {
  std::string file;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool whole = true;
};

// The parts of these files, in order; plain files are cut every `size` bytes, compressed ones are
// read as a whole, and empty ones have no part. Throws ect::Error for a file that is not there.
std::vector<InputPart> input_parts(const std::vector<std::string>& files,
                                   std::uint64_t size = std::uint64_t{16} << 20);

data::Lines lines_of(const InputPart& part);

// The files that are meant: a name that is there, else what matches it as a pattern with * and ?
// in its last component, by name; `@LIST` names a file with one of these a line. Throws ect::Error
// where nothing matches.
std::vector<std::string> input_files(const std::vector<std::string>& names);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_INPUT_PARTS_H_
