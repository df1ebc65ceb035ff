#pragma once

#include "policy/otterscript/settings.h"
#include "policy/run/language.h"

#include <memory>
#include <string_view>

namespace vow::otterscript {

/// Whether a text begins like a plan: with an operation (`Ensure-File`, `Git::Get-Source`), a
/// statement such as `set $` or `foreach`, or a `##AH:` header.
bool is_plan_text(std::string_view text);

/// Plans in OtterScript. It owns the sources of the plans that it loaded, so that diagnostics can
/// be printed as long as it lives.
std::unique_ptr<Language> make_language(Settings settings);

} // namespace vow::otterscript
