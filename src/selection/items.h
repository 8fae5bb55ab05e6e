#ifndef ECT_SELECT_ITEMS_H_
#define ECT_SELECT_ITEMS_H_

#include <iosfwd>
#include <string>
#include <vector>

namespace ect::selection {

// What is to be chosen from. An item is a line, a record of a csv file, or a JSON object a line.
struct Item {
  std::string id;    // what results call it; no two are the same
  std::string text;  // as a judge gets it: the line, or the JSON object on one line
  std::string json;  // always a JSON object on one line: of a line {"id":...,"text":...}
};

enum class ItemFormat : unsigned char { kGuess, kLines, kCsv, kJsonl };

// Reads a file, or `in` where the path is "-"; `.gz` and `.zst` as they are. Lines: the line itself
// is the id, without blanks at its ends; blank ones are left out. csv (by the ending .csv, .tsv): a
// header, the id is the column `id_field`. JSONL (by the ending .jsonl, .ndjson, .json, or a first
// line that begins as a JSON object): the id is the field `id_field`, a string or a number. Where
// `id_field` is empty it is `id`, and for records that have none their number from 1. Throws
// ect::Error with file and line for what is no such thing or no UTF-8, for an id that cannot be
// printed, for two items of one id, and for no item at all.
std::vector<Item> read_items(const std::string& path, std::istream& in,
                             ItemFormat format = ItemFormat::kGuess,
                             const std::string& id_field = "");

// A fingerprint of all items in their order (SHA-256, in hexadecimal digits).
std::string items_digest(const std::vector<Item>& items);

}  // namespace ect::selection

#endif  // ECT_SELECT_ITEMS_H_
