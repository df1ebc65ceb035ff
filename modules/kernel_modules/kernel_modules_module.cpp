#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

const std::string loaded_at_boot = "/etc/modules-load.d/vow.conf";
const std::string module_options = "/etc/modprobe.d/vow.conf";
const EditedFile::Creation for_everyone{.access = {.mode = 0644}, .with_folders = true};

PromiseTypeDescription kernel_modules_type() {
    PromiseTypeDescription type{
        .name = "kernel_modules",
        .summary = "modules of the kernel, loaded now and at boot",
        .promiser_summary = "the module",
        .promiser_pattern = "[A-Za-z0-9_][A-Za-z0-9_-]*",
    };
    type.attributes = {
        {.name = "options",
         .pattern = std::string(names::filled_line.pattern),
         .summary = "its parameters, as 'numdummies=2'"},
        {.name = "now",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "it is loaded now as well; with absent, removed now as well"},
        absent_attribute("it is not loaded, nor at boot"),
    };
    type.rules = {{.with = {"absent"}, .excludes = {"options"}}};
    type.examples = {"kernel_modules:\n  \"br_netfilter\";"};
    return type;
}

/// The kernel has - and _ for the same.
std::string kernel_name(std::string_view name) {
    std::string text(trimmed(name));
    std::ranges::replace(text, '-', '_');
    return text;
}

/// Keeps one promise.
class KernelModuleKeeper {
public:
    KernelModuleKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes),
          name_(kernel_name(promise.promiser)),
          is_absent_(settings_.holds("absent")) {}

    void keep() {
        const auto loads = [&](const std::string& line) { return kernel_name(line) == name_; };
        if (!keep_line(loaded_at_boot, "module", loads, is_absent_ ? "" : promise_.promiser))
            return;
        const auto options = settings_.text("options");
        const auto has_options = [&](const std::string& line) {
            const auto words = words_of(line);
            return words.size() > 1 && words[0] == "options" && kernel_name(words[1]) == name_;
        };
        const std::string line =
            options ? text({"options ", promise_.promiser, " ", *options}) : "";
        if ((options || is_absent_) && !keep_line(module_options, "options of", has_options, line))
            return;
        if (settings_.holds("now")) keep_now();
    }

private:
    /// One line for the module in a file; an empty one: none.
    template <class IsIt>
    bool
    keep_line(const std::string& path, std::string_view kind, IsIt is_it, const std::string& line) {
        auto file = EditedFile::open(path, record_);
        if (!file) return false;
        Lines lines = file->lines();
        const auto place = lines.find(is_it);
        const std::string what = text({kind, " '", promise_.promiser, "' in '", path, "'"});
        if (line.empty()) {
            lines.remove_if(is_it);
            return file->keep(lines.text(), EditedFile::removing(what));
        }
        if (!place)
            lines.append(line);
        else if (kernel_name(lines[*place]) != kernel_name(line))
            lines.replace(*place, line);
        return file->keep(lines.text(), EditedFile::setting(what), for_everyone);
    }

    void keep_now() {
        if (!is_running_system()) {
            return record_.log(
                LogLevel::info,
                text(
                    {"Module '",
                     promise_.promiser,
                     "' is neither loaded nor removed now, ",
                     not_running}
                )
            );
        }
        const auto place = Place::at("/sys/module/" + name_);
        const bool is_loaded = place && place->status();
        if (is_loaded != is_absent_)
            return record_.kept(text(
                {"Module '", promise_.promiser, is_absent_ ? "' is not loaded" : "' is loaded"}
            ));
        if (!record_.allows(
                {.what =
                     text({is_absent_ ? "remove" : "load", " module '", promise_.promiser, "'"}),
                 .before = is_absent_ ? "loaded" : "",
                 .after = is_absent_ ? "" : "loaded",
                 .action = is_absent_ ? ChangeAction::remove : ChangeAction::create,
                 .kind = "setting",
                 .object = "kernel module " + promise_.promiser}
            )) {
            return;
        }
        std::vector<std::string> arguments = {"--", promise_.promiser};
        if (is_absent_) arguments.insert(arguments.begin(), "-r");
        const ToolRun ran = run_tool({.name = "modprobe", .arguments = arguments}, promise_, log_);
        if (ran.succeeded)
            return record_.repaired(
                text({is_absent_ ? "Removed" : "Loaded", " module '", promise_.promiser, "'"})
            );
        record_.failed(text(
            {"Module '",
             promise_.promiser,
             "' cannot be ",
             is_absent_ ? "removed: " : "loaded: ",
             ran.problem}
        ));
    }

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const std::string name_;
    const bool is_absent_;
};

Outcome keep_kernel_modules(const Promise& promise, Record& record, Log& log) {
    KernelModuleKeeper(promise, record, log).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_kernel_modules_module() {
    return std::make_unique<EverydayModule>(kernel_modules_type(), keep_kernel_modules);
}

} // namespace vow::modules
