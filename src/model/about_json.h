#ifndef ECT_MODEL_ABOUT_JSON_H_
#define ECT_MODEL_ABOUT_JSON_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "data/load.h"
#include "model/parts.h"

namespace ect::model {

// The first section of a model file: how it was learnt and how data is read, as JSON.
std::string about_json(const About& about, const data::Layout& layout);

// The same back. Throws ect::Error for text that is not that.
void read_about(std::string_view json, About& about, data::Layout& layout);

// What it says of the options that it was learnt with, by their keys, also where they were not
// used.
nlohmann::ordered_json options_json(const About& about);

// How data is read alone, as JSON: the same text for the same layout.
std::string layout_text(const data::Layout& layout);

}  // namespace ect::model

#endif  // ECT_MODEL_ABOUT_JSON_H_
