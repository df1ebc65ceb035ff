#pragma once

#include "policy/run/host.h"
#include "protocol/data/data.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

enum class DataFileType { csv, yaml, json, env };

/// The type that a word names (CSV, YAML, JSON, ENV), or for auto the path's extension; JSON for
/// what has no known one.
DataFileType data_file_type(std::string_view word, std::string_view path);

/// The text of a file as a container, or why there is none: nothing but a container counts.
Answer<Data> parse_data_file(std::string_view text, DataFileType type);
Answer<Data>
read_data_file(Host& host, const std::string& path, DataFileType type, std::size_t limit);

} // namespace vow::cfengine
