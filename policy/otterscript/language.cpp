#include "policy/otterscript/language.h"

#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/statement_selection.h"
#include "policy/otterscript/descriptions.h"
#include "policy/otterscript/plan.h"
#include "policy/run/trusted_reader.h"
#include "policy/source/opening.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>

namespace vow::otterscript {
namespace {

class OtterscriptLanguage final : public Language {
public:
    explicit OtterscriptLanguage(Settings settings) : settings_(std::move(settings)) {}

    std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) override {
        if (!settings_.inventory.empty()) read_inventory(world.host);
        require_rafts(world.host);
        auto library =
            std::make_unique<Library>(world, sources_, Rafts(settings_.rafts, folder_of(path)));
        auto plan = std::make_unique<Plan>(world, settings_, mode_for(path), inventory_);
        choose_work(path, *plan, *library, diagnostics);
        for (const std::string& given : settings_.variables)
            plan->variables.push_back(variable_from(given, *library, diagnostics));
        if (diagnostics.has_errors()) return nullptr;
        if (world.options.lint == Lint::yes) {
            warn_of_variables(*plan, *library, diagnostics);
            warn_of_statements(*library, diagnostics);
        }
        if (!settings_.only.empty()) select(*library, world);
        plan->take(std::move(library));
        return plan;
    }

    /// Its promises take no locks of their own: those of the plan exclude blocks of other runs.
    bool excludes_runs_itself() const override { return true; }

    std::vector<FunctionDescription> functions() const override { return descriptions(); }

    std::vector<ReferenceEntry> reference(const TypeDescriptions& types) const override {
        return reference_entries(types);
    }

private:
    /// Lists the part of the scripts that is left.
    void select(Library& library, World& world) const {
        const std::vector<Script*> scripts = library.scripts();
        const auto selection = select_statements(scripts, settings_.only, library.names());
        const auto list = [&](const char* title, const std::vector<std::string>& part) {
            if (!part.empty())
                world.observer.receive(LogLine{LogLevel::notice, title + joined(part, ", ")});
        };
        list("only ", selection.chosen);
        list("and, since it depends on them, ", selection.needed);
    }

    Mode mode_for(const std::string& path) const {
        return settings_.mode.value_or(path.empty() ? Mode::collect : Mode::execute);
    }

    void read_inventory(Host& host) {
        const auto text = read_trusted(host, settings_.inventory);
        if (!text) throw OptionError("--inventory " + settings_.inventory + ": " + text.why_not);
        try {
            inventory_ = Inventory(**text);
        } catch (const std::runtime_error& mistake) {
            throw OptionError("--inventory " + settings_.inventory + ": " + mistake.what());
        }
    }

    void require_rafts(HostFiles& host) const {
        for (const std::string& raft : settings_.rafts) {
            const auto status = host.status(raft.substr(raft.find('=') + 1), Symlinks::follow);
            if (!status) throw OptionError("--raft " + raft + ": " + status.why_not);
            if (status->kind != FileKind::directory)
                throw OptionError("--raft " + raft + ": not a folder");
        }
    }

    void
    choose_work(const std::string& path, Plan& plan, Library& library, Diagnostics& diagnostics) {
        const std::vector<const Server*> targets = target_servers();
        if (path.empty()) return choose_routine_check(targets, plan, library, diagnostics);
        const Script* script = library.load(path, diagnostics);
        if (targets.empty()) {
            plan.work.push_back({.script = script});
            return;
        }
        plan.targets = Plan::Targets::servers;
        for (const Server* server : targets)
            plan.work.push_back({.server = server, .script = script});
    }

    void choose_routine_check(
        std::vector<const Server*> targets, Plan& plan, Library& library, Diagnostics& diagnostics
    ) {
        plan.targets = Plan::Targets::routine_check;
        if (targets.empty()) {
            for (const Server& server : inventory_.servers()) {
                if (server.is_active) targets.push_back(&server);
            }
        }
        std::map<std::string, const Script*> scripts; // a mistake in one is shown once
        const auto add = [&](const Server* server, const std::string& role, const std::string& file
                         ) {
            if (file.empty()) return;
            const std::string folder = folder_of(settings_.inventory);
            const std::string path =
                file.starts_with('/') || folder == "." ? file : folder + "/" + file;
            const auto [script, is_new] = scripts.try_emplace(path);
            if (is_new) script->second = library.load(path, diagnostics);
            plan.work.push_back({server, role, script->second});
        };
        for (const Server* server : targets) {
            for (const std::string& name : server->roles) {
                if (const Group* role = inventory_.find_role(name))
                    add(server, role->name, role->plan);
            }
            add(server, "", server->plan);
        }
    }

    [[noreturn]] void refuse_server(const std::string& name) const {
        std::vector<std::string_view> names;
        for (const Server& server : inventory_.servers())
            names.push_back(server.name);
        const std::string hint = did_you_mean(name, names);
        throw OptionError(with_hint("--server: no server is called '" + name + "'", hint));
    }

    std::vector<const Server*> target_servers() const {
        std::vector<const Server*> targets;
        for (const std::string& name : settings_.servers) {
            targets.push_back(inventory_.find_server(name));
            if (targets.back() == nullptr) refuse_server(name);
        }
        if (settings_.role.empty()) return targets;
        for (const Server& server : inventory_.servers()) {
            if (server.is_active && server.has_role(settings_.role)) targets.push_back(&server);
        }
        if (targets.empty())
            throw OptionError("--role: no active server has the role '" + settings_.role + "'");
        return targets;
    }

    void warn_of_variables(const Plan& plan, Library& library, Diagnostics& diagnostics) const {
        if (settings_.new_variables == NewVariables::global) return; // any module may make them
        std::set<std::string, std::less<>> given = inventory_.variable_names();
        for (const GivenVariable& variable : plan.variables)
            given.insert(
                mark_of(variable.name.sign) + std::string(library.names().text(variable.name.name))
            );
        std::set<const Script*> scripts;
        for (const Work& each : plan.work) {
            if (scripts.insert(each.script).second)
                check_variables(*each.script, given, library.names(), diagnostics);
        }
    }

    void warn_of_statements(Library& library, Diagnostics& diagnostics) const {
        for (Script* script : library.scripts()) {
            StatementList list(library.names());
            list.add(*script);
            // The configuration of an inventory may read every variable.
            const bool is_known = settings_.inventory.empty() &&
                                  settings_.new_variables == NewVariables::in_current_scope;
            if (is_known) check_uses(list, diagnostics);
            check_courses(list, diagnostics);
            check_conflicts(*script, diagnostics);
        }
    }

    static GivenVariable
    variable_from(const std::string& given, Library& library, Diagnostics& diagnostics) {
        const std::size_t equals = given.find('=');
        std::string name = given.substr(0, equals);
        if (equals == std::string::npos || name.empty())
            throw OptionError("--var: '" + given + "' is not NAME=VALUE");
        const char mark = name.front();
        const Sign sign = mark == '@' ? Sign::vector : mark == '%' ? Sign::map : Sign::scalar;
        if (mark == '$' || sign != Sign::scalar) name.erase(0, 1);
        const std::string value = given.substr(equals + 1);
        GivenVariable variable;
        variable.name = {
            .sign = sign,
            .name = library.names().symbol(lower_case(name)),
            .spelling = library.names().symbol(name)};
        if (sign == Sign::scalar)
            variable.value = value;
        else
            variable.literal = library.load_literal(value, diagnostics);
        return variable;
    }

    Settings settings_;
    Sources sources_;
    Inventory inventory_;
};

/// `Ensure-File`, `Git::Get-Source`: with a hyphen, as other languages have none in a first word.
bool begins_with_operation(std::string_view text) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    text = text.substr(0, text.find_first_of(" \t\r\n(;"));
    const std::size_t hyphen = text.rfind('-');
    if (hyphen == text.npos || hyphen + 1 == text.size() || letters.find(text[0]) == letters.npos)
        return false;
    return text.find_first_not_of(letters, hyphen + 1) == text.npos &&
           text.substr(0, hyphen).find_first_not_of(std::string(letters) + ":") == text.npos;
}

} // namespace

bool is_plan_text(std::string_view text) {
    constexpr std::array beginnings = {
        std::string_view("set $"),
        std::string_view("set @"),
        std::string_view("set %"),
        std::string_view("foreach "),
        std::string_view("for server "),
        std::string_view("global $")};
    constexpr std::size_t longest_beginning = 16;
    if (lower_case(trimmed(text).substr(0, longest_beginning)).starts_with("##ah:")) return true;
    const std::string_view statement = without_leading_comments(text);
    const std::string start = lower_case(statement.substr(0, longest_beginning));
    return begins_with_operation(statement) ||
           std::ranges::any_of(beginnings, [&](std::string_view beginning) {
               return start.starts_with(beginning);
           });
}

std::unique_ptr<Language> make_language(Settings settings) {
    return std::make_unique<OtterscriptLanguage>(std::move(settings));
}

} // namespace vow::otterscript
