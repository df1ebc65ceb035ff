#pragma once

namespace vow::modules {

/// True if the agent was called by one of the reference's names. Bundled modules then use its words
/// in log lines, and do as it does where vow is better. The agent passes it on in VOW_MANNER, as
/// modules in other processes need it, too.
bool acts_as_reference();

} // namespace vow::modules
