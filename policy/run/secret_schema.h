#pragma once

#include "policy/run/answer.h"
#include "policy/run/host_files.h"
#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// Where the schema of a data file is: NAME.schema.json for NAME.json, NAME.yaml and so on.
std::string schema_path_of(std::string_view data_file);

/// The values in data that a JSON schema marks by `"secret": true` or `"writeOnly": true`, as an
/// array; each may be a container, of which all texts are secret. Reads what leads to such marks:
/// `properties`, `patternProperties`, `additionalProperties`, `items`, `prefixItems`, `allOf`,
/// `anyOf`, `oneOf`, `if`, `then`, `else`, and `$ref` within the schema. It does not check the
/// data. A schema that is true or false marks nothing.
Data secrets_by_schema(const Data& data, const Data& schema);

/// The description of a mistake in the text of a data file, without quotations of the text if a
/// schema is beside the file.
std::string fault_beside_schema(HostFiles& host, const std::string& data_file, std::string fault);

/// The secrets in the data of a file by the schema beside it; an empty array without one. The
/// reason if there is a schema that cannot be read or used: then the data must not be used either.
Answer<Data> secrets_beside(HostFiles& host, const std::string& data_file, const Data& data);

} // namespace vow
