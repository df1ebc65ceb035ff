#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/nftables/rules_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace vow::modules {
namespace {

const std::string tables_folder = "/etc/nftables.d/";
const std::string include_line = R"(include "/etc/nftables.d/*.nft")";
/// The file that the service nftables loads at boot: Debian's and Fedora's.
const std::array<std::string, 2> boot_files = {
    "/etc/nftables.conf", "/etc/sysconfig/nftables.conf"};

PromiseTypeDescription nftables_type() {
    PromiseTypeDescription type{
        .name = "nftables",
        .summary = "tables of netfilter, now and at boot",
        .promiser_summary = "family and name of the table, as 'inet filter'",
        .promiser_pattern = "(ip|ip6|inet|arp|bridge|netdev) [A-Za-z][A-Za-z0-9_.]*",
    };
    type.attributes = {
        {.name = "source",
         .pattern = std::string(names::path.pattern),
         .summary = "a file with its rules"},
        texts_attribute("lines", R"([^\x00]*[^\x00\s][^\x00]*)", "its rules"),
        absent_attribute("the table, or these lines of it, are not there"),
    };
    type.rules = {
        {.needs = {"source", "lines", "absent"}},
        {.with = {"source"}, .excludes = {"lines", "absent"}},
    };
    type.examples = {"nftables:\n  \"inet filter\"\n    source => \"/etc/site/filter.nft\";"};
    return type;
}

std::string promised_lines(const Promise& promise) {
    return joined(Settings(promise.attributes).list("lines"), "\n");
}

std::vector<std::string> faults_of_nftables(const Promise& promise) {
    const Settings settings(promise.attributes);
    if (!settings.has("lines") || settings.holds("absent")) return {};
    const auto table = NetfilterTable::from(promise.promiser);
    const auto objection = objection_to_rules(table, promised_lines(promise));
    if (!objection) return {};
    return {text({"The lines cannot be the rules of '", promise.promiser, "': ", *objection})};
}

/// Keeps one promise.
class NftablesKeeper {
public:
    NftablesKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes),
          table_(NetfilterTable::from(promise.promiser)),
          path_(tables_folder + table_.family + "-" + table_.name + ".nft") {}

    void keep() {
        auto file = EditedFile::open(path_, record_);
        if (!file) return;
        if (settings_.holds("absent")) return keep_absent(*file);
        const auto rules = promised_rules();
        if (rules)
            keep_file_and_table(*file, table_file(table_, *rules), EditedFile::setting(what()));
    }

private:
    /// How far the tables of the running kernel can be read and changed.
    enum class Kernel { reached, another_root, no_program, refused };

    std::string what() const { return text({"table '", table_.text(), "' in '", path_, "'"}); }
    bool may_change() const { return promise_.terms.changes_allowed(); }

    void keep_absent(EditedFile& file) {
        const auto unwanted = settings_.list("lines");
        if (unwanted.empty()) {
            if (!file.keep_absent(what())) return;
            warn_of_other_maker();
            return keep_table_absent();
        }
        Lines rest = file.lines();
        rest.remove_if([&](const std::string& line) {
            return std::ranges::any_of(unwanted, [&](const std::string& each) {
                return trimmed(each) == trimmed(line);
            });
        });
        auto removing = EditedFile::removing("lines of " + what());
        removing.kept = "are absent";
        if (rest.text() == file.content())
            file.keep(rest, removing);
        else
            keep_file_and_table(file, rest.text(), removing);
    }

    std::optional<std::string> promised_rules() {
        if (!settings_.has("source")) return promised_lines(promise_);
        const std::string source = settings_.text_or("source", "");
        if (const auto objection = log_.trust().objection_to(source)) {
            record_.failed(text({"'", source, "' is not trusted: ", *objection}));
            return std::nullopt;
        }
        const auto file = open_regular_file(source);
        auto rules = file ? read_all(*file, max_size) : std::nullopt;
        if (!rules) {
            const int error = file ? EFBIG : file.error();
            record_.failed_with(
                error, text({"Cannot read '", source, "': ", path_error(source, error)})
            );
            return std::nullopt;
        }
        const auto objection = objection_to_rules(table_, *rules);
        if (!objection) return rules;
        record_.failed(
            text({"'", source, "' cannot be the rules of '", table_.text(), "': ", *objection})
        );
        return std::nullopt;
    }

    void keep_file_and_table(
        EditedFile& file, const std::string& wanted, const EditedFile::Words& words
    ) {
        const Kernel kernel = kernel_now();
        const bool is_new = file.content() != wanted;
        if (is_new && may_change() && !passes(wanted, kernel)) return;
        const EditedFile::Creation creation{.access = {.mode = 0644}, .with_folders = true};
        if (!file.keep(wanted, words, creation) || !keep_include()) return;
        if (kernel == Kernel::reached) return keep_table(wanted, is_new);
        if (kernel != Kernel::no_program) return tell_what_is_left("set", kernel);
        if (allows_table(ChangeAction::create, "", wanted))
            record_.failed(text(
                {"Table '",
                 table_.text(),
                 "' is not set now: the program nft is missing; ",
                 "the package nftables has it"}
            ));
    }

    /// Whether nft takes the file. It does not run in a dry run, as other checks do not.
    bool passes(const std::string& wanted, Kernel kernel) {
        if (kernel == Kernel::no_program || kernel == Kernel::refused) {
            log_.info(text(
                {"'",
                 path_,
                 "' is not checked, since ",
                 kernel == Kernel::refused ? "netfilter cannot be used here"
                                           : "the program nft is missing"}
            ));
            return true;
        }
        const ToolRun checked = nft({"-c", "-f", "-"}, wanted);
        if (checked.succeeded) return true;
        record_.failed(text(
            {"The rules of '",
             table_.text(),
             "' are refused, and all stays as it was: ",
             checked.output.empty() ? checked.problem : checked.output}
        ));
        return false;
    }

    /// The file that is loaded at boot includes the folder of tables, as its last line.
    bool keep_include() {
        const auto exists = [](const std::string& path) {
            const auto place = Place::at(path);
            return place && place->status();
        };
        const auto* found = std::ranges::find_if(boot_files, exists);
        const std::string& path = found == boot_files.end() ? boot_files.front() : *found;
        auto file = EditedFile::open(path, record_);
        if (!file) return false;
        Lines lines = file->lines();
        if (lines.size() == 0) lines.append("#!/usr/sbin/nft -f");
        const auto includes = [](const std::string& line) {
            return trimmed(line).starts_with("include ") &&
                   line.find('"' + tables_folder + "*") != std::string::npos;
        };
        if (!lines.find(includes)) lines.append(include_line);
        return file->keep(
            lines.text(),
            EditedFile::setting(text({"inclusion of '", tables_folder, "' in '", path, "'"})),
            {.access = {.mode = 0755}}
        );
    }

    void warn_of_other_maker() const {
        for (const std::string& path : boot_files) {
            const auto file = open_regular_file(path);
            const auto content = file ? read_all(*file, max_size) : std::nullopt;
            if (!content || content->find("table " + table_.text() + " {") == std::string::npos)
                continue;
            log_.info(
                text({"'", path, "' makes table '", table_.text(), "' at boot, and is not changed"})
            );
        }
    }

    Kernel kernel_now() const {
        if (!is_running_system()) return Kernel::another_root;
        if (!find_program("nft")) return Kernel::no_program;
        return nft({"list", "tables"}).succeeded ? Kernel::reached : Kernel::refused;
    }

    void tell_what_is_left(std::string_view done, Kernel kernel) const {
        log_.info(text(
            {"Table '",
             table_.text(),
             "' is not ",
             done,
             " now, ",
             kernel == Kernel::another_root ? not_running : "since netfilter cannot be used here",
             "; the file counts at the next boot"}
        ));
    }

    void keep_table(const std::string& wanted, bool is_new) {
        const auto now = table_now();
        const auto normal = listed_elsewhere(wanted);
        if (!normal && !is_new && now)
            return record_.kept(text(
                {"Table '", table_.text(), "' is there; whether its rules were changed is unknown"}
            ));
        if (normal && now && *normal == *now)
            return record_.kept(text({"Table '", table_.text(), "' is as promised"}));
        const auto action = now ? ChangeAction::update : ChangeAction::create;
        if (!allows_table(action, now.value_or(""), normal.value_or(wanted))) return;
        const ToolRun loaded = nft({"-f", "-"}, wanted);
        if (loaded.succeeded) return record_.repaired(text({"Set table '", table_.text(), "'"}));
        record_.failed(text({"Table '", table_.text(), "' is not set: ", loaded.output}));
    }

    void keep_table_absent() {
        const Kernel kernel = kernel_now();
        if (kernel == Kernel::no_program) return; // so that no table was made by it
        if (kernel != Kernel::reached) return tell_what_is_left("removed", kernel);
        const auto now = table_now();
        if (!now) return record_.kept(text({"Table '", table_.text(), "' is absent"}));
        if (!allows_table(ChangeAction::remove, *now, "")) return;
        const ToolRun done = nft({"delete", "table", table_.family, table_.name});
        if (done.succeeded) return record_.repaired(text({"Removed table '", table_.text(), "'"}));
        record_.failed(text({"Table '", table_.text(), "' is not removed: ", done.problem}));
    }

    bool allows_table(ChangeAction action, std::string before, std::string after) {
        const std::string_view verb = action == ChangeAction::remove ? "remove" : "set";
        return record_.allows(
            {.what = text({verb, " table '", table_.text(), "'"}),
             .before = std::move(before),
             .after = std::move(after),
             .action = action,
             .kind = "setting",
             .object = "nftables " + table_.text()}
        );
    }

    /// The table as the kernel has it, without counts; nullopt if it is absent.
    std::optional<std::string> table_now() const {
        const ToolRun listed = nft({"-s", "list", "table", table_.family, table_.name});
        if (!listed.succeeded) return std::nullopt;
        return without_dynamic_elements(listed.output);
    }

    /// The listing of the promised table: nft has several ways to write one rule. It is loaded into
    /// a network namespace that ends with the program. nullopt if that cannot be: interfaces that
    /// rules name by `iif` exist only here.
    std::optional<std::string> listed_elsewhere(const std::string& wanted) const {
        const std::string script = R"("$0" -f - && exec "$0" -s list table "$1" "$2")";
        const auto program = find_program("nft");
        const ToolRun listed = run_tool(
            {.name = "unshare",
             .arguments =
                 {"--net", "--", "/bin/sh", "-c", script, *program, table_.family, table_.name},
             .input = wanted},
            promise_,
            log_
        );
        if (!listed.succeeded) return std::nullopt;
        return without_dynamic_elements(listed.output);
    }

    ToolRun nft(std::vector<std::string> arguments, std::string input = {}) const {
        return run_tool(
            {.name = "nft", .arguments = std::move(arguments), .input = std::move(input)},
            promise_,
            log_
        );
    }

    static constexpr std::size_t max_size = 4 << 20;

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const NetfilterTable table_;
    const std::string path_;
};

Outcome keep_nftables(const Promise& promise, Record& record, Log& log) {
    NftablesKeeper(promise, record, log).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_nftables_module() {
    return std::make_unique<EverydayModule>(nftables_type(), keep_nftables, faults_of_nftables);
}

} // namespace vow::modules
