#ifndef ECT_MODEL_ABOUT_JSON_H_
#define ECT_MODEL_ABOUT_JSON_H_

#include <string>
#include <string_view>

#include "data/load.h"
#include "model/parts.h"

namespace ect {

// The first section of a model file: how it was learnt and how data is read, as JSON.
std::string about_json(const About& about, const Layout& layout);

// The same back. Throws ect::Error for text that is not that.
void read_about(std::string_view json, About& about, Layout& layout);

// How data is read alone, as JSON: the same text for the same layout.
std::string layout_text(const Layout& layout);

}  // namespace ect

#endif  // ECT_MODEL_ABOUT_JSON_H_
