#pragma once

namespace vow::client {

/// Whether anybody displays how far promises have come. If so, VOW_PROGRESS=1 in a module's
/// environment asks it to report that (module protocol, section 9).
enum class Progress { unwatched, watched };

} // namespace vow::client
