#ifndef ECT_MODEL_ABOUT_JSON_H_
#define ECT_MODEL_ABOUT_JSON_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "data/load.h"
#include "model/parts.h"

namespace ect::model {

// The first section of a model file: how the model was trained and how data is read, as JSON.
std::string about_json(const About& about, const data::Layout& layout);

// Parses that JSON. Throws ect::Error for invalid text.
void read_about(std::string_view json, About& about, data::Layout& layout);

// The training options that the model stores, by their keys, including unused ones.
nlohmann::ordered_json options_json(const About& about);

// The layout alone, as JSON: equal layouts give equal texts.
std::string layout_text(const data::Layout& layout);

}  // namespace ect::model

#endif  // ECT_MODEL_ABOUT_JSON_H_
