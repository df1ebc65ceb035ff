#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>

namespace vow::modules {
namespace {

const std::string usual_file = "/etc/sysctl.d/90-vow.conf";

PromiseTypeDescription sysctl_type() {
    PromiseTypeDescription type{
        .name = "sysctl",
        .summary = "settings of the kernel, now and at boot",
        .promiser_summary = "the key, as net.ipv4.ip_forward",
        .promiser_pattern = R"([A-Za-z0-9_][A-Za-z0-9_:-]*([./][A-Za-z0-9_:-]+)+)",
    };
    type.attributes = {
        {.name = "value",
         .pattern = std::string(names::filled_line.pattern),
         .summary = "its value"},
        {.name = "file",
         .fallback = Data::string(usual_file),
         .pattern = std::string(names::path.pattern),
         .summary = "the file for the boot"},
        {.name = "now",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "the running kernel has the value as well"},
        absent_attribute("the file does not set it; the running kernel keeps its value"),
    };
    type.rules = required_unless_absent({"value"});
    type.examples = {"sysctl:\n  \"net.ipv4.ip_forward\"\n    value => \"1\";"};
    return type;
}

/// The first of . and / in a key separates its parts; the other one may be in a part, as the dot of
/// eth0.1 in net/ipv4/conf/eth0.1/forwarding. The result has slashes between parts.
std::string normal_key(std::string_view key) {
    std::string normal(trimmed(key));
    const std::size_t separator = normal.find_first_of("./");
    if (separator == std::string::npos || normal[separator] == '/') return normal;
    for (char& byte : normal)
        byte = byte == '.' ? '/' : byte == '/' ? '.' : byte;
    return normal;
}

/// Whether a line of sysctl.d(5) sets the key. A - before it is part of no key.
bool sets(std::string_view line, const std::string& key) {
    const std::string_view rest = trimmed(line);
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos || rest.starts_with('#') || rest.starts_with(';'))
        return false;
    const std::string_view left = rest.substr(0, equals);
    return normal_key(left.substr(left.starts_with('-') ? 1 : 0)) == key;
}

/// Numbers in a value are separated by blanks of any kind.
std::string normal_value(std::string_view value) {
    std::string normal;
    for (const char byte : trimmed(value)) {
        const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n';
        if (!is_blank)
            normal += byte;
        else if (!normal.ends_with(' '))
            normal += ' ';
    }
    return normal;
}

/// Keeps one promise.
class SysctlKeeper {
public:
    SysctlKeeper(const Promise& promise, Record& record)
        : record_(record),
          key_(promise.promiser),
          normal_key_(normal_key(key_)),
          settings_(promise.attributes),
          path_(settings_.text_or("file", usual_file)),
          value_(std::string(trimmed(settings_.text_or("value", "")))) {}

    void keep() {
        if (!keep_file() || settings_.holds("absent") || !settings_.holds("now")) return;
        if (is_running_system())
            keep_now();
        else
            record_.log(
                LogLevel::info,
                text({"'", key_, "' is not set now, ", not_running, "; it is at the next boot"})
            );
    }

private:
    bool keep_file() {
        auto file = EditedFile::open(path_, record_);
        if (!file) return false;
        Lines lines = file->lines();
        const std::string what = text({"'", key_, "' in '", path_, "'"});
        const auto is_it = [&](const std::string& line) { return sets(line, normal_key_); };
        if (settings_.holds("absent")) {
            lines.remove_if(is_it);
            return file->keep(lines.text(), EditedFile::removing(what));
        }
        put(lines);
        return file->keep(
            lines.text(),
            EditedFile::setting(what),
            {.access = {.mode = 0644}, .with_folders = path_ == usual_file}
        );
    }

    void put(Lines& lines) const {
        const auto is_it = [&](const std::string& line) { return sets(line, normal_key_); };
        const auto place = lines.find(is_it);
        if (!place) return lines.append(text({key_, " = ", value_}));
        while (const auto copy = lines.find(is_it, *place + 1))
            lines.remove(*copy);
        const std::string& line = lines[*place];
        const std::size_t value =
            std::min(line.find_first_not_of(" \t", line.find('=') + 1), line.size());
        if (normal_value(line.substr(value)) != normal_value(value_))
            lines.replace(*place, line.substr(0, value) + value_);
    }

    void keep_now() {
        const std::string path = "/proc/sys/" + normal_key_;
        const auto place = Place::at(path);
        const auto file = place ? place->open_file(Place::Access::read)
                                : SystemResult<FileDescriptor>::failed(place.error());
        if (!file) return fail("read", file.error());
        const std::string before = normal_value(read_all(*file).value_or(""));
        if (before == normal_value(value_))
            return record_.kept(text({"'", key_, "' is '", before, "' in the kernel"}));
        if (!record_.allows(
                {.what = text({"set '", key_, "' to '", value_, "' in the kernel"}),
                 .path = path,
                 .before = before,
                 .after = value_,
                 .action = ChangeAction::update,
                 .kind = "setting",
                 .object = key_}
            )) {
            return;
        }
        const auto written = place->open_file(Place::Access::write);
        if (!written) return fail("set", written.error());
        if (!write_all(*written, value_ + "\n")) return fail("set", errno);
        record_.repaired(text({"Set '", key_, "' to '", value_, "' in the kernel"}));
    }

    void fail(std::string_view verb, int error) {
        const std::string why =
            error == ENOENT   ? "the kernel has no such key; its module may not be loaded"
            : error == EINVAL ? text({"the kernel does not take '", value_, "'"})
                              : system_message(error);
        record_.failed_with(error, text({"Cannot ", verb, " '", key_, "' in the kernel: ", why}));
    }

    Record& record_;
    const std::string& key_;
    const std::string normal_key_;
    const Settings settings_;
    const std::string path_;
    const std::string value_;
};

Outcome keep_sysctl(const Promise& promise, Record& record, Log& /*log*/) {
    SysctlKeeper(promise, record).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_sysctl_module() {
    return std::make_unique<EverydayModule>(sysctl_type(), keep_sysctl);
}

} // namespace vow::modules
