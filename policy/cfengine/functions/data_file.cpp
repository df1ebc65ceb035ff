#include "policy/cfengine/functions/data_file.h"

#include "policy/cfengine/functions/text/line_formats.h"
#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/values/value.h"

namespace vow::cfengine {

namespace {

struct TypeName {
    std::string_view word, extension;
    DataFileType type;
};

constexpr TypeName names[] = {
    {"CSV", ".csv", DataFileType::csv},
    {"YAML", ".yaml", DataFileType::yaml},
    {"YAML", ".yml", DataFileType::yaml},
    {"ENV", ".env", DataFileType::env},
    {"JSON", ".json", DataFileType::json},
};

Data rows_of(std::string_view text) {
    Data::Array rows;
    for (const CsvRow& row : parse_csv(text))
        rows.push_back(array_of(row));
    return Data::array(std::move(rows));
}

Answer<Data> container(std::variant<Data, DataError> parsed) {
    if (const auto* error = std::get_if<DataError>(&parsed))
        return {.why_not = error->message + " at byte " + std::to_string(error->offset)};
    Data& data = std::get<Data>(parsed);
    if (!data.is_container()) return {.why_not = "it is not a container"};
    return {.value = std::move(data)};
}

} // namespace

DataFileType data_file_type(std::string_view word, std::string_view path) {
    for (const TypeName& name : names) {
        if (word == "auto" ? path.ends_with(name.extension) : word == name.word) return name.type;
    }
    return DataFileType::json;
}

Answer<Data> parse_data_file(std::string_view text, DataFileType type) {
    switch (type) {
    case DataFileType::csv: return {.value = rows_of(text)};
    case DataFileType::env: return {.value = parse_env_file(text)};
    case DataFileType::yaml: return container(parse_yaml_data(text));
    case DataFileType::json: break;
    }
    return container(parse_tolerant_json(text));
}

Answer<Data> parse_data_file(const Answer<std::string>& text, DataFileType type) {
    if (!text) return {.why_not = text.why_not};
    return parse_data_file(std::string_view(*text), type);
}

} // namespace vow::cfengine
