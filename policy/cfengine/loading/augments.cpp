#include "policy/cfengine/loading/augments.h"

#include "policy/cfengine/expansion/call_site.h"
#include "policy/cfengine/loading/data_definitions.h"
#include "policy/cfengine/program/inline_data.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr std::size_t most_augments_bytes = 64U << 20U;
constexpr int most_augments = 20; ///< nested augments
constexpr DataSource augments_source{"source=augments_file", "augments data", "default", "def"};

constexpr DiagnosticKind bad_augments{
    "bad-augments", "augments file '{}' is not valid JSON: {} (at byte {})"};
constexpr DiagnosticKind untrusted_augments{
    "untrusted-augments", "augments file '{}' is not trusted: {}"};
constexpr DiagnosticKind wrong_shape{
    "augments-type", "in augments file '{}', '{}' should be {}", Severity::warning};

class AugmentsReader {
public:
    AugmentsReader(RunState& run, Frame& frame, Diagnostics& diagnostics)
        : run_(run),
          frame_(frame),
          diagnostics_(diagnostics),
          definitions_(run, frame, augments_source) {}

    /// Returns false if the file does not exist or is not valid.
    bool file(const std::string& path, int depth) {
        if (const auto objection = run_.world.host.objection_to(path)) {
            diagnostics_.add(untrusted_augments, {}, {path, *objection});
            return false;
        }
        const auto text = run_.world.host.read_file(path, most_augments_bytes);
        if (!text) return false;
        const auto read = parse_json(*text);
        if (const auto* error = std::get_if<DataError>(&read)) {
            diagnostics_.add(
                bad_augments, {}, {path, error->message, std::to_string(error->offset)}
            );
            return false;
        }
        path_ = path;
        const Data& root = std::get<Data>(read);
        each(root, "vars", [&](const std::string& name, const Data& value) {
            definitions_.variable(name, value, definitions_.no_remarks());
        });
        each(root, "variables", [&](const std::string& name, const Data& definition) {
            definitions_.remarked_variable(name, definition);
        });
        each(root, "classes", [&](const std::string& name, const Data& definition) {
            augmented_class(name, definition);
        });
        for (std::string& input : texts(root, "inputs"))
            inputs.push_back(std::move(input));
        if (depth < most_augments) further(texts(root, "augments"), depth + 1);
        return true;
    }

    std::vector<std::string> inputs;

private:
    void further(const std::vector<std::string>& paths, int depth) {
        for (const std::string& path : paths) {
            if (file(path, depth)) continue;
            run_.log(
                LogLevel::error,
                "Could not load requested further augments from file '" + path + "'"
            );
        }
    }

    template <class Visit>
    void each(const Data& root, std::string_view name, const Visit& visit) {
        const Data* section = root.find(name);
        if (section == nullptr || section->kind() == Data::Kind::null) return;
        if (section->kind() != Data::Kind::object) {
            diagnostics_.add(wrong_shape, {}, {path_, name, "an object"});
            return;
        }
        const Data known = expanded_now(*section);
        for (const auto& [member, value] : known.members())
            visit(member, value);
    }

    std::vector<std::string> texts(const Data& root, std::string_view name) {
        const Data* section = root.find(name);
        if (section == nullptr) return {};
        if (section->kind() != Data::Kind::array) {
            diagnostics_.add(wrong_shape, {}, {path_, name, "an array"});
            return {};
        }
        return scalar_children(expanded_now(*section));
    }

    Data expanded_now(const Data& data) {
        Expander expander(run_, frame_, nullptr);
        CallSite around(expander);
        return expanded(data, around);
    }

    /// Defines the class if any of its conditions holds.
    void augmented_class(const std::string& name, const Data& definition) {
        if (definition.kind() != Data::Kind::object) {
            if (any_holds(definition)) definitions_.define_class(name, definitions_.no_remarks());
            return;
        }
        const Data* expressions = definition.find("class_expressions");
        const Data* patterns = definition.find("regular_expressions");
        if ((expressions == nullptr) == (patterns == nullptr)) {
            return definitions_.refuse(
                "Invalid augments class data for class '" + name + "' in '" + path_ +
                "': either \"class_expressions\" or \"regular_expressions\" need to be specified"
            );
        }
        if (!any_holds(expressions ? *expressions : *patterns)) return;
        definitions_.define_class(name, definitions_.remarks("class", name, definition));
    }

    bool any_holds(const Data& conditions) {
        if (conditions.kind() != Data::Kind::array) return condition_holds(conditions);
        const auto& items = conditions.items();
        return std::any_of(items.begin(), items.end(), [&](const Data& item) {
            return condition_holds(item);
        });
    }

    /// A condition is an expression that ends with `::`, a pattern that matches some class, or
    /// true.
    bool condition_holds(const Data& condition) {
        const std::string text = scalar_text(condition);
        if (text == "true") return true;
        if (text.ends_with("::"))
            return run_.classes.holds(frame_, text.substr(0, text.size() - 2)).value_or(false);
        const bool is_name = text == canonified(text);
        if (is_name) return run_.classes.holds(frame_, text).value_or(false);
        const auto regex = run_.regexes.find(text);
        const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        if (compiled == nullptr) return false;
        const auto all = run_.classes.global().all();
        return std::any_of(all.begin(), all.end(), [&](const Named& known) {
            return (*compiled)->matches(known.name);
        });
    }

    RunState& run_;
    Frame& frame_;
    Diagnostics& diagnostics_;
    DataDefinitions definitions_;
    std::string path_;
};

} // namespace

std::vector<std::string>
read_augments(const std::string& folder, RunState& run, Frame& frame, Diagnostics& diagnostics) {
    AugmentsReader reader(run, frame, diagnostics);
    World& world = run.world;
    const std::string preferred = folder + "/def_preferred.json";
    const bool is_preferred = !world.facts.is_class("ignore_preferred_augments") &&
                              world.host.may(Access::exists, preferred);
    reader.file(is_preferred ? preferred : folder + "/def.json", 0);
    return std::move(reader.inputs);
}

} // namespace vow::cfengine
