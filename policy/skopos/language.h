#pragma once

#include "policy/run/language.h"
#include "policy/skopos/settings.h"

#include <memory>
#include <string_view>

namespace vow::skopos {

/// True if a text has the doctype of a deployment plan in its first 4 kB.
bool is_plan_text(std::string_view text);

/// Deployment plans of Skopos: steps with flow control, cleanup, loops, gates and pauses. A run
/// that stops, or is killed, can go on where it was. The language owns the sources of the plans
/// that it loaded, so that diagnostics can be printed as long as it lives.
std::unique_ptr<Language> make_language(Settings options);

} // namespace vow::skopos
