#pragma once

namespace vow::agent {

/// Gives the pages back to the kernel that this process has of its program and libraries and has
/// not changed. It begins with most of them and waits with few, which the kernel brings back from
/// its cache when they are used.
void give_back_unused_pages();

} // namespace vow::agent
