#pragma once

#include "policy/run/written_promise.h"
#include "policy/skopos/plan/plan.h"

namespace vow::skopos {

/// The promise that a call of a promise module writes, for the check of its attributes. Values with
/// references are not known.
WrittenPromise written_promise(const PluginCall& call, const SourceText& source);

} // namespace vow::skopos
