#pragma once

#include <cstddef>

namespace vow {

/// How the program gets memory from the system. A policy consists of many small objects, most of
/// which live as long as the run.

/// Sets up the C library's allocator, and has the kernel back at once what the shortest run uses:
/// a fault for each page costs more. To be called first. Caching freed objects, and
/// returning memory early, costs a large policy an eighth of its time.
void tune_heap();

/// Has the kernel back what the heap grows by next with large pages, where it has them: one fault
/// for 2 MiB. Unused growth takes no memory but the rest of a page. Only the first thread's
/// heap can grow so.
void expect_heap_growth(std::size_t bytes);

} // namespace vow
