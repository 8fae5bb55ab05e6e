#ifndef ECT_SELECT_ITEMS_H_
#define ECT_SELECT_ITEMS_H_

#include <iosfwd>
#include <string>
#include <vector>

namespace ect::selection {

// One of the things to choose from: a line, a record of a csv file, or a JSON object on a line.
struct Item {
  std::string id;    // unique; its name in results
  std::string text;  // what a judge gets: the line, or the JSON object on one line
  std::string json;  // always a JSON object on one line; for a line {"id":...,"text":...}
};

enum class ItemFormat : unsigned char { kGuess, kLines, kCsv, kJsonl };

// Reads a file, compressed or not, or `in` if the path is "-". Lines: the id is the line without
// blanks at its ends; blank lines are skipped. csv (extensions .csv, .tsv): with a header; the id
// is the column `id_field`. JSONL (extensions .jsonl, .ndjson, .json, or a first line that begins
// like a JSON object): the id is the field `id_field`, a string or a number. If `id_field` is
// empty, it is `id`, and records without one get their number from 1. Throws ect::Error with file
// and line for other content, text that is not UTF-8, ids that are not printable, duplicate ids,
// and no items.
std::vector<Item> read_items(const std::string& path, std::istream& in,
                             ItemFormat format = ItemFormat::kGuess,
                             const std::string& id_field = "");

// The SHA-256 of all items in their order, in hexadecimal digits.
std::string items_digest(const std::vector<Item>& items);

}  // namespace ect::selection

#endif  // ECT_SELECT_ITEMS_H_
