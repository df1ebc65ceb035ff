#pragma once

#include "protocol/promise/promise.h"

#include <string>

namespace vow {

/// The attributes of promises of the type `files` that several languages make.
namespace files_promise {

/// Everything below a folder, and the folder itself if it is empty then.
Attributes removed_tree();
/// An empty folder, or a file.
Attributes removed_folder();
/// A file, but no folder.
Attributes removed_file();

} // namespace files_promise
} // namespace vow
