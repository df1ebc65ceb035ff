#pragma once

namespace vow::client {

/// Whether the progress of promises is displayed. If so, modules get VOW_PROGRESS=1 in their
/// environment, and report it (module protocol, section 9).
enum class Progress { unwatched, watched };

} // namespace vow::client
