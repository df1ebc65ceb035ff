#pragma once

#include "policy/inmanta/settings.h"
#include "policy/run/language.h"

#include <memory>
#include <string_view>

namespace vow::inmanta {

/// Whether a text begins like a model: with an import, a definition or the text that documents it.
bool is_model_text(std::string_view text);

/// Models of Inmanta: a project's entities and relations, compiled to resources. The language owns
/// the sources of the models that it loaded, so that diagnostics can be printed as long as it
/// lives.
std::unique_ptr<Language> make_language(Settings settings);

} // namespace vow::inmanta
