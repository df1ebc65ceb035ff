#include "policy/cfengine/functions/commented_text.h"
#include "policy/cfengine/functions/data_file.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/matched_parts.h"
#include "policy/run/secret_schema.h"
#include "protocol/text/digest.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

namespace vow::cfengine::families {

namespace {

constexpr std::size_t no_limit = std::size_t(-1);

/// The limit in argument `index`, in bytes: 0, inf and a missing argument mean unlimited. Logs an
/// error and returns nullopt if it is not a limit.
std::optional<std::size_t> limit_of(Call& call, std::size_t index) {
    if (!call.has(index)) return no_limit;
    const auto limit = call.integer(index);
    if (!limit) return std::nullopt;
    if (*limit < 0) {
        call.fail("the limit is less than 0");
        return std::nullopt;
    }
    return *limit == 0 || *limit == infinite ? no_limit : static_cast<std::size_t>(*limit);
}

Result readfile(Call& call) {
    const auto limit = limit_of(call, 1);
    if (!limit) return std::nullopt;
    auto content = call.read_file_part(call.text(0), *limit);
    if (!content) return call.fail_here("cannot read '" + call.text(0) + "': " + content.why_not);
    return Value::string(as_read(std::move(*content.value)));
}

/// To find a shorter text again would take as long as to parse it.
constexpr std::size_t least_remembered = 4096;

/// A file as a function reads it.
struct FileInput {
    const std::string& path;
    DataFileType type;
    std::size_t limit;
};

/// Identifies what the file holds. Times of files are seconds: one that changed in the last ones
/// before the run can change again with the same times, and has no such key. Neither has one of
/// the kernel's, whose size is 0 or 4096 and whose times do not change.
std::optional<std::string> key_of(Call& call, const FileInput& file) {
    constexpr std::int64_t doubtful_seconds = 2;
    Host& host = call.around().settled_world().host;
    const auto status = host.status(file.path, Symlinks::follow);
    if (!status || status->kind != FileKind::regular) return std::nullopt;
    if (status->size <= least_remembered) return std::nullopt;
    const auto now = std::chrono::system_clock::to_time_t(host.now());
    if (status->changed > now - doubtful_seconds) return std::nullopt;
    std::string key = file.path;
    for (const auto number :
         {static_cast<std::uint64_t>(file.type),
          std::uint64_t{file.limit},
          status->device,
          status->inode,
          status->size,
          static_cast<std::uint64_t>(status->modified),
          static_cast<std::uint64_t>(status->changed)})
        key += " " + std::to_string(number);
    return key;
}

/// The data of a file that has not changed since it was parsed: it need not be read again.
const Data* unchanged_data(Call& call, const FileInput& file) {
    const ParsedTexts& known = call.around().parsed_texts();
    const auto key = known.is_empty() ? std::nullopt : key_of(call, file);
    return key ? known.find(*key) : nullptr;
}

Answer<Data> parsed(Call& call, const Answer<std::string>& text, const FileInput& file) {
    if (!text || text->size() < least_remembered) return parse_data_file(text, file.type);
    auto key = key_of(call, file);
    if (!key) key = sha256_of(*text) + " " + std::to_string(static_cast<int>(file.type));
    ParsedTexts& known = call.around().parsed_texts();
    if (const Data* data = known.find(*key)) return {.value = *data};
    auto data = parse_data_file(text, file.type);
    if (data) known.add(*std::move(key), *data);
    return data;
}

Result with_secrets_kept(Call& call, const std::string& path, const Data& data) {
    const auto secrets = secrets_beside(call.around().settled_world().host, path, data);
    if (!secrets) return call.fail("'" + path + "' is not read: " + secrets.why_not);
    if (!secrets->items().empty()) call.around().keep_secret(*secrets);
    return Value::data(data);
}

Result read_as(Call& call, DataFileType type, std::optional<std::size_t> limit) {
    if (!limit) return std::nullopt;
    const FileInput file{call.text(0), type, *limit};
    if (const Data* data = unchanged_data(call, file))
        return with_secrets_kept(call, file.path, *data);
    Host& host = call.around().settled_world().host;
    const auto text = call.read_file_part(file.path, file.limit);
    const auto data = parsed(call, text, file);
    if (data) return with_secrets_kept(call, file.path, *data);
    const std::string fault =
        text ? fault_beside_schema(host, file.path, data.why_not) : data.why_not;
    const std::string message = "cannot read data from '" + file.path + "': " + fault;
    return host.may(Access::exists, file.path) ? call.fail(message) : call.fail_here(message);
}

Result readdata(Call& call) {
    return read_as(call, data_file_type(call.text(1), call.text(0)), no_limit);
}

Result readjson(Call& call) {
    return read_as(call, DataFileType::json, limit_of(call, 1));
}
Result readyaml(Call& call) {
    return read_as(call, DataFileType::yaml, limit_of(call, 1));
}
Result readcsv(Call& call) {
    return read_as(call, DataFileType::csv, limit_of(call, 1));
}
Result readenvfile(Call& call) {
    return read_as(call, DataFileType::env, limit_of(call, 1));
}

Result validfiledata(Call& call) {
    const auto type = data_file_type(call.text(1), call.text(0));
    return static_cast<bool>(parse_data_file(call.read_whole_file(call.text(0)), type));
}

using Check = bool (*)(std::string_view);

bool is_whole(std::string_view text) {
    return integer_from(text).has_value();
}
bool is_real(std::string_view text) {
    return real_from(text).has_value();
}
bool is_any(std::string_view) {
    return true;
}

Result read_list(Call& call, ValueType type, Check check) {
    const auto text = read_without_comments(call, 0, in_file_of_fields);
    const auto separator = call.regex(in_file_of_fields.separator);
    if (!text || !separator) return std::nullopt;
    auto items = split(*separator, *text, max_entries(call, in_file_of_fields), Blanks::drop);
    for (const std::string& item : items) {
        if (!check(item))
            return call.fail("'" + item + "' in file '" + call.text(0) + "' is not a number");
    }
    return Value::list(list_of(std::move(items)), type);
}

Result readstringlist(Call& call) {
    return read_list(call, ValueType::slist, is_any);
}
Result readintlist(Call& call) {
    return read_list(call, ValueType::ilist, is_whole);
}
Result readreallist(Call& call) {
    return read_list(call, ValueType::rlist, is_real);
}

} // namespace

std::span<const Function> reading() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "readcsv",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The rows of a CSV file.",
         .example = R"(readcsv("/srv/hosts.csv"))",
         .body = readcsv},
        {.name = "readdata",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"type", option, "CSV,YAML,JSON,ENV,auto"}},
         .required = 2,
         .help = "The data in a file of the type; auto: by its extension.",
         .example = R"(readdata("/srv/site.yaml", "auto"))",
         .body = readdata},
        {.name = "readenvfile",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The variables of a file of NAME=value lines.",
         .example = R"(readenvfile("/etc/os-release"))",
         .body = readenvfile},
        {.name = "readfile",
         .result = ResultType::string,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The text of a file, up to a number of bytes.",
         .example = R"(readfile("/etc/hostname", 64))",
         .body = readfile},
        {.name = "readintlist",
         .result = ResultType::ilist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The integers in a file.",
         .example = R"(readintlist("/srv/ports.txt", "#[^\n]*", "\n", 100, 4000))",
         .body = readintlist},
        {.name = "readjson",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The data in a JSON file.",
         .example = R"(readjson("/srv/site.json"))",
         .body = readjson},
        {.name = "readreallist",
         .result = ResultType::rlist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The real numbers in a file.",
         .example = R"(readreallist("/srv/limits.txt", "#[^\n]*", "\n", 100, 4000))",
         .body = readreallist},
        {.name = "readstringlist",
         .result = ResultType::slist,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The texts in a file.",
         .example = R"(readstringlist("/etc/shells", "#[^\n]*", "\n", 100, 4000))",
         .body = readstringlist},
        {.name = "readyaml",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The data in a YAML file.",
         .example = R"(readyaml("/srv/site.yaml"))",
         .body = readyaml},
        {.name = "validfiledata",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"type", option, "CSV,YAML,JSON,ENV,auto"}},
         .required = 2,
         .help = "Whether a file holds valid data of the type.",
         .example = R"(validfiledata("/srv/site.json", "JSON"))",
         .body = validfiledata},
    };
    return table;
}

} // namespace vow::cfengine::families
