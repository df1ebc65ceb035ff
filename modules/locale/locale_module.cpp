#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/text.h"

namespace vow::modules {
namespace {

const std::string debian_locale = "/etc/default/locale";
const std::string usual_locale = "/etc/locale.conf";
const std::string generated_locales = "/etc/locale.gen";

PromiseTypeDescription locale_type() {
    PromiseTypeDescription type{
        .name = "locale",
        .summary = "the language of this host, LANG",
        .promiser_summary = "the locale, as en_US.UTF-8",
        .promiser_pattern = "[A-Za-z][A-Za-z0-9_.@-]*",
    };
    type.examples = {"locale:\n  \"en_US.UTF-8\";"};
    return type;
}

bool is_there(const std::string& path) {
    const auto place = Place::at(path);
    return place && place->status();
}

/// Makes Debian generate the locale: a line of locale.gen(5), which may be there as a comment.
bool keep_generated(const Promise& promise, Record& record, Log& log) {
    auto file = EditedFile::open(generated_locales, record);
    if (!file) return false;
    const std::string& name = promise.promiser;
    const bool is_built_in = name == "C" || name == "POSIX" || name.starts_with("C.");
    if (!file->exists() || is_built_in) return true;
    Lines lines = file->lines();
    const auto has_name = [&](std::string_view line) {
        return trimmed(line).substr(0, trimmed(line).find(' ')) == name;
    };
    if (lines.find(has_name)) return true;
    const auto comment = lines.find([&](const std::string& line) {
        return line.starts_with('#') && has_name(line.substr(1));
    });
    if (comment) {
        lines.replace(*comment, std::string(trimmed(lines[*comment].substr(1))));
    } else {
        const std::size_t dot = name.find('.');
        const std::string charset = dot == std::string::npos
                                        ? "ISO-8859-1"
                                        : name.substr(dot + 1, name.find('@', dot) - dot - 1);
        lines.append(name + " " + charset);
    }
    const std::string what = text({"locale '", name, "' in '", generated_locales, "'"});
    if (!file->keep(lines, EditedFile::setting(what))) return false;
    if (!promise.terms.changes_allowed()) return true;
    const ToolRun ran = run_tool({.name = "locale-gen"}, promise, log);
    if (!ran.succeeded) record.failed(text({"Locales cannot be generated: ", ran.problem}));
    return ran.succeeded;
}

Outcome keep_locale(const Promise& promise, Record& record, Log& log) {
    if (!keep_generated(promise, record, log)) return {};
    const bool is_debian = is_there("/etc/debian_version") && !is_there(usual_locale);
    const std::string& path = is_debian ? debian_locale : usual_locale;
    auto file = EditedFile::open(path, record);
    if (!file) return {};
    Lines lines = file->lines();
    const auto sets_lang = [](const std::string& line) { return line.starts_with("LANG="); };
    const std::string line = "LANG=" + promise.promiser;
    const auto place = lines.find(sets_lang);
    if (!place)
        lines.append(line);
    else if (lines[*place] != "LANG=\"" + promise.promiser + "\"")
        lines.replace(*place, line);
    file->keep(
        lines.text(),
        EditedFile::setting(text({"locale '", promise.promiser, "' in '", path, "'"})),
        {.access = {.mode = 0644}, .with_folders = true}
    );
    return {};
}

} // namespace

std::unique_ptr<Module> make_locale_module() {
    return std::make_unique<EverydayModule>(locale_type(), keep_locale);
}

} // namespace vow::modules
