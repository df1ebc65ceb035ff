#include "policy/otterscript/operations/file_properties.h"

#include "policy/otterscript/evaluation/function.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

#include <time.h> // NOLINT(modernize-deprecated-headers): strptime and timegm are of POSIX

namespace vow::otterscript {
namespace {

// A new file is readable, too.
constexpr std::string_view read_only_mode = "u+r,a-w";
constexpr std::string_view writable_mode = "u+rw";

/// The names of .NET for attributes of a file, and their bits.
struct FileAttribute {
    std::string_view name;
    std::int64_t bit;
};
constexpr FileAttribute read_only = {"readonly", 1};
constexpr FileAttribute normal = {"normal", 128};
constexpr std::array of_windows = {
    FileAttribute{"hidden", 2},
    FileAttribute{"system", 4},
    FileAttribute{"directory", 16},
    FileAttribute{"archive", 32},
    FileAttribute{"temporary", 256},
    FileAttribute{"compressed", 2048},
    FileAttribute{"offline", 4096},
    FileAttribute{"notcontentindexed", 8192},
    FileAttribute{"encrypted", 16384}};

bool has_attribute(const OperationRun& run, const FileAttribute& attribute) {
    if (const auto bits = integer_value(run.text("Attributes")))
        return (*bits & attribute.bit) != 0;
    const std::string written = lower_case(run.text("Attributes"));
    return std::ranges::any_of(split_at(written, ','), [&](std::string_view name) {
        return trimmed(name) == attribute.name;
    });
}

/// The mode of ReadOnly or Normal, which are all that POSIX knows.
std::string mode_of_attributes(const OperationRun& run) {
    for (const FileAttribute& attribute : of_windows) {
        if (has_attribute(run, attribute))
            run.raise(
                "the attribute '" + std::string(attribute.name) +
                "' is one of Windows and is not available; this machine has ReadOnly and Normal, "
                "and FileMode"
            );
    }
    if (has_attribute(run, read_only)) return std::string(read_only_mode);
    if (has_attribute(run, normal)) return std::string(writable_mode);
    run.raise(conversion_error(run.text("Attributes"), "file attributes"));
}

} // namespace

std::optional<Data> permissions(const OperationRun& run) {
    std::vector<Data::Member> members;
    if (run.has("FileMode"))
        members.emplace_back("mode", Data::string(run.text("FileMode")));
    else if (run.has("ReadOnly"))
        members.emplace_back(
            "mode",
            Data::string(
                std::string(run.boolean("ReadOnly", false) ? read_only_mode : writable_mode)
            )
        );
    else if (run.has("Attributes"))
        members.emplace_back("mode", Data::string(mode_of_attributes(run)));
    if (run.has("Owner"))
        members.emplace_back("owners", Data::array({Data::string(run.text("Owner"))}));
    if (run.has("Group"))
        members.emplace_back("groups", Data::array({Data::string(run.text("Group"))}));
    if (members.empty()) return std::nullopt;
    members.emplace_back("rxdirs", Data::string("false"));
    return Data::object(std::move(members));
}

std::int64_t time_in(const OperationRun& run, std::string_view property) {
    const std::string written = run.text(property);
    const std::string text(trimmed(written));
    constexpr std::array forms = {
        "%Y-%m-%dT%H:%M:%S%z",
        "%Y-%m-%d %H:%M:%S%z",
        "%Y-%m-%dT%H:%M:%S",
        "%Y-%m-%d %H:%M:%S",
        "%Y-%m-%dT%H:%M",
        "%Y-%m-%d %H:%M",
        "%Y-%m-%d"};
    for (const char* form : forms) {
        tm parts{};
        const char* end = ::strptime(text.c_str(), form, &parts);
        if (end == nullptr || *end != '\0') continue;
        const std::int64_t offset = parts.tm_gmtoff;
        return ::timegm(&parts) - offset;
    }
    run.raise(conversion_error(written, "date and time, such as 2024-05-06T07:08:09"));
}

bool is_there(OperationRun& run, const std::string& path) {
    return static_cast<bool>(run.host().status(path, Symlinks::as_they_are));
}

std::string read_text(OperationRun& run, const std::string& path) {
    auto text = read_whole_guarded_file(run.host(), path);
    if (!text) run.fail("cannot read '" + path + "': " + text.why_not);
    return *std::move(text.value);
}

void write_text(OperationRun& run, const std::string& path, const std::string& text) {
    Attributes attributes;
    attributes.set("create", "true");
    attributes.set(
        "edited",
        Data::object(
            {{"content", Data::string(text)},
             {"whole", Data::string("true")},
             {"backup", Data::string("false")},
             {"change", Data::string("update file '" + path + "'")},
             {"message", Data::string("Updated file '" + path + "'")}}
        )
    );
    run.keep("files", path, std::move(attributes));
}

} // namespace vow::otterscript
