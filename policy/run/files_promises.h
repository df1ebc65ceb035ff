#pragma once

#include "protocol/promise/promise.h"

#include <string>

/// The attributes of promises of the type `files` that several languages make.
namespace vow::files_promise {

/// Everything below a folder, and the folder itself if it is empty then.
Attributes removed_tree();
/// An empty folder, or a file.
Attributes removed_folder();
/// A file, but no folder.
Attributes removed_file();

} // namespace vow::files_promise
