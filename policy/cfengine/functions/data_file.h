#pragma once

#include "policy/run/answer.h"
#include "protocol/data/data.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

enum class DataFileType { csv, yaml, json, env };

/// The type of that name (CSV, YAML, JSON, ENV); for auto, the type of the path's extension, JSON
/// if that is unknown.
DataFileType data_file_type(std::string_view word, std::string_view path);

/// The text of a file as a container, or why it is not one.
Answer<Data> parse_data_file(std::string_view text, DataFileType type);
/// The same of a text that may not have been read.
Answer<Data> parse_data_file(const Answer<std::string>& text, DataFileType type);

} // namespace vow::cfengine
