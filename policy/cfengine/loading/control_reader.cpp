#include "policy/cfengine/loading/control_reader.h"

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/values/fact_tags.h"
#include "policy/cfengine/values/variable_name.h"
#include "protocol/promise/settings.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// LOG_USER, LOG_LOCAL0, ...
std::optional<LogFacility> facility_from(std::string_view word) {
    constexpr std::string_view prefix = "LOG_";
    if (!word.starts_with(prefix)) return {};
    return log_facility_from(lower_case(word.substr(prefix.size())));
}

} // namespace

ControlReader::ControlReader(RunState& run)
    : run_(run),
      bundle_{
          .type = "common",
          .name = "control_common",
          .name_space = "default",
          .qualified = run.names().symbol("default:control_common"),
          .parameters = {},
          .sections = {},
          .span = {}},
      frame_{.bundle = bundle_} {}

const Expression* ControlReader::find(std::string_view type, std::string_view attribute) {
    const Expression* found = nullptr;
    for (const Body* body : run_.program.controls) {
        if (body->type != type) continue;
        for (const BodyClause& clause : body->clauses) {
            if (clause.attribute.name != attribute) continue;
            if (holds(clause.guard)) found = &clause.attribute.value;
        }
    }
    return found;
}

bool ControlReader::holds(const Guard& guard) {
    if (!guard.dynamic) return run_.classes.holds(frame_, guard.compiled);
    Expander expander(run_, frame_, nullptr);
    return run_.classes.holds(frame_, expander.text(*guard.dynamic).text).value_or(false);
}

void ControlReader::define_variables() {
    for (const Body* body : run_.program.controls) {
        for (const BodyClause& clause : body->clauses) {
            if (holds(clause.guard)) define_variable(*body, clause);
        }
    }
    if (const std::string version = text("common", "version"); !version.empty())
        define_sys("policy_version", version);
    const std::string domain = text("common", "domain");
    if (domain.empty()) return;
    const Symbol sys = run_.names().symbol("sys");
    const LookupResult own = run_.variables.find(sys, run_.names().symbol("uqhost"), {});
    const std::string* host = own ? own.value().text() : nullptr;
    define_sys("domain", domain);
    define_sys("fqhost", (host ? *host : "localhost") + "." + domain);
    run_.classes.define(frame_, domain, ClassScope::name_space, {"source=agent"});
}

void ControlReader::define_variable(const Body& body, const BodyClause& clause) {
    const std::string name(clause.attribute.name);
    Names& names = run_.names();
    Evaluation value = Expander(run_, frame_, nullptr).evaluate(clause.attribute.value);
    if (value.failed()) return;
    if (const auto* items = std::get_if<ListOf>(&clause.attribute.value.node))
        value.value = Value::list(list_of(shown_items(*items)));
    const Tags tags{"source=promise"};
    const Symbol bundle = names.symbol(qualified_bundle("default", "control_" + body.type));
    if (const List* list = value.list())
        run_.variables.define(bundle, names.symbol(name), {}, {Value::list(*list), tags});
    else if (const std::string* text = value.text())
        run_.variables.define(bundle, names.symbol(name), {}, {Value::string(*text), tags});
}

void ControlReader::define_sys(const std::string& name, const std::string& text) {
    run_.variables.define(
        run_.names().symbol("sys"),
        run_.names().symbol(name),
        {},
        {Value::string(text), tags_of_sys_variable(name)}
    );
}

/// Calls in the bundle sequence are shown as name("argument").
std::vector<std::string> ControlReader::shown_items(const ListOf& items) {
    std::vector<std::string> shown;
    for (const Expression& item : items.items) {
        bool resolved = true;
        std::vector<std::string> parts = list(item, resolved);
        if (boxed_if<BundleUse>(item.node) == nullptr || parts.empty()) {
            shown.insert(shown.end(), parts.begin(), parts.end());
            continue;
        }
        std::string arguments;
        for (std::size_t i = 1; i < parts.size(); ++i)
            arguments += (i > 1 ? ",\"" : "\"") + parts[i] + "\"";
        shown.push_back(parts.front() + (parts.size() > 1 ? "(" + arguments + ")" : ""));
    }
    return shown;
}

std::vector<std::string> ControlReader::list(const Expression& expression, bool& resolved) {
    Expander expander(run_, frame_, nullptr);
    expander.set_place(expression.span);
    const Evaluation value = expander.evaluate(expression);
    if (!value.resolved) resolved = false;
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return scalar_children(*data);
    return value.text() ? std::vector{*value.text()} : std::vector<std::string>();
}

std::vector<std::string> ControlReader::list(std::string_view type, std::string_view attribute) {
    const Expression* source = find(type, attribute);
    bool resolved = true;
    return source ? list(*source, resolved) : std::vector<std::string>();
}

std::string ControlReader::text(std::string_view type, std::string_view attribute) {
    const Expression* source = find(type, attribute);
    if (source == nullptr) return {};
    const Evaluation value = Expander(run_, frame_, nullptr).evaluate(*source);
    return value.text() ? *value.text() : std::string();
}

bool ControlReader::truth(std::string_view type, std::string_view attribute) {
    return is_true(text(type, attribute));
}

void ControlReader::define_added_classes() {
    for (const std::string& name : list("agent", "addclasses"))
        run_.classes.define(frame_, name, ClassScope::name_space, {"source=environment"});
}

void ControlReader::set_environment() {
    for (const std::string& setting : list("agent", "environment")) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) continue;
        const auto warnings =
            run_.world.host.set_environment(setting.substr(0, equals), setting.substr(equals + 1));
        for (const std::string& warning : warnings)
            run_.world.observer.receive(LogLine{LogLevel::warning, warning});
    }
    if (const std::string path = text("agent", "childlibpath"); !path.empty())
        run_.world.host.set_environment("LD_LIBRARY_PATH", path);
}

EvaluationOrder ControlReader::order_of_promises() {
    for (const std::string_view type : {"agent", "common"}) {
        if (const auto order = evaluation_order_from(text(type, "evaluation_order"))) return *order;
    }
    return EvaluationOrder::classic;
}

/// `inform` and `verbose` raise the level of the command line to their own, or lower it below that.
LogLevel ControlReader::log_level() {
    struct Setting {
        std::string_view attribute;
        LogLevel own;
        LogLevel below;
    };
    constexpr std::array settings = {
        Setting{"inform", LogLevel::info, LogLevel::notice},
        Setting{"verbose", LogLevel::verbose, LogLevel::info},
    };
    LogLevel level = run_.world.observer.log_level();
    for (const Setting& setting : settings) {
        if (find("agent", setting.attribute) == nullptr) continue;
        level = truth("agent", setting.attribute) ? std::max(level, setting.own)
                                                  : std::min(level, setting.below);
    }
    return level;
}

FileDefaults ControlReader::file_defaults() {
    FileDefaults defaults{
        .directory_mode = text("agent", "default_directory_create_mode"),
        .repository = text("agent", "default_repository"),
        .compare = text("agent", "defaultcopytype"),
        .update_hashes = text("agent", "hashupdates"),
        .suspicious_names = list("agent", "suspiciousnames"),
        .single_copies = list("agent", "files_single_copy"),
        .auto_define = list("agent", "files_auto_define"),
        .regions_end_with_file = truth("agent", "select_end_match_eof")};
    if (const auto most = integer_from(text("agent", "editfilesize")); most && *most >= 0)
        defaults.max_edited_bytes = static_cast<std::size_t>(*most);
    if (const auto minutes = integer_from(text("agent", "checksum_alert_time")))
        defaults.alert_time = std::chrono::minutes(*minutes);
    return defaults;
}

Control ControlReader::control(const Manner& manner) {
    Control control{.manner = manner};
    if (manner.waits_a_minute) control.if_elapsed = std::chrono::minutes(1);
    control.abort_classes = list("agent", "abortclasses");
    control.abort_bundle_classes = list("agent", "abortbundleclasses");
    if (const auto minutes = integer_from(text("agent", "ifelapsed"))) {
        control.if_elapsed = std::chrono::minutes(*minutes);
    }
    if (const auto minutes = integer_from(text("agent", "expireafter"))) {
        control.expire_after = std::chrono::minutes(*minutes);
    }
    control.log_facility = facility_from(text("agent", "agentfacility"));
    control.log_level = log_level();
    control.files = file_defaults();
    if (const auto host = text("common", "syslog_host"); !host.empty()) control.syslog.host = host;
    if (const auto port = text("common", "syslog_port"); !port.empty()) control.syslog.port = port;
    if (const auto most = integer_from(text("agent", "max_children")))
        control.max_background_files = *most;
    control.package_module = text("common", "package_module");
    control.package_inventory = list("common", "package_inventory");
    control.concurrent_types = list("agent", "concurrent_types");
    control.order = order_of_promises();
    control.dry_run = truth("agent", "dryrun");
    control.reports_classes = truth("agent", "allclassesreport");
    control.mounts_file_systems = truth("agent", "mountfilesystems");
    control.ignore_missing_bundles = truth("common", "ignore_missing_bundles");
    if (find("common", "cache_system_functions")) {
        control.cache_functions = truth("common", "cache_system_functions");
    }
    return control;
}

} // namespace vow::cfengine
