#include "policy/cfengine/expansion/evaluation_access.h"
#include "policy/cfengine/loading/data_definitions.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/program/surroundings.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/run/secret_schema.h"
#include "policy/run/trusted_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace vow::cfengine {
namespace {

constexpr std::size_t max_augments_bytes = 64U << 20U;
constexpr int max_augments = 20; ///< nested augments
constexpr DataSource augments_source{"source=augments_file", "augments data", "default", "def"};

constexpr DiagnosticKind bad_augments{
    "bad-augments", "augments file '{}' is not valid JSON: {} (at byte {})"};
constexpr DiagnosticKind untrusted_augments{
    "untrusted-augments", "augments file '{}' is not trusted: {}"};
constexpr DiagnosticKind wrong_shape{
    "augments-type", "in augments file '{}', '{}' should be {}", Severity::warning};
constexpr DiagnosticKind wrong_type{
    "augments-wrong-type", "in augments file '{}', '{}' should be {}"};
constexpr DiagnosticKind not_an_object{
    "augments-not-an-object", "augments file '{}' should contain a JSON object"};
constexpr DiagnosticKind unknown_member{
    "augments-unknown-member", "in augments file '{}', the member '{}' is unknown"};
constexpr DiagnosticKind missing_augments{
    "missing-augments", "augments file '{}', which '{}' names, cannot be read"};
constexpr std::array<std::string_view, 5> known_members = {
    "augments", "classes", "inputs", "variables", "vars"};

class AugmentsReader {
public:
    AugmentsReader(
        LoadedPolicy& policy, const Manner& manner, Sources& sources, Diagnostics& diagnostics
    )
        : policy_(policy),
          run_(policy.run),
          frame_(policy.control.frame()),
          sources_(sources),
          diagnostics_(diagnostics),
          mistakes_(policy.run, manner, diagnostics),
          definitions_(policy.run, policy.control.frame(), mistakes_, augments_source) {}

    /// Returns false if the file does not exist or is not valid.
    bool file(const std::string& path, int depth) {
        if (!run_.world.host.may(Access::exists, path)) return false;
        auto text = read_trusted(run_.world.host, path, max_augments_bytes);
        if (text.objection) diagnostics_.add(untrusted_augments, {}, {path, *text.objection});
        if (!text) return false;
        sources_.push_back(std::make_unique<SourceText>(path, *std::move(text.value)));
        const SourceText& source = *sources_.back();
        mistakes_.set_file(source);
        const auto read = parse_json(source.text());
        if (const auto* error = std::get_if<DataError>(&read)) {
            const auto offset = static_cast<std::uint32_t>(error->offset);
            diagnostics_.add(
                bad_augments,
                mistakes_.place(offset, offset + 1),
                {path,
                 fault_beside_schema(run_.world.host, path, error->message),
                 std::to_string(error->offset)}
            );
            return false;
        }
        path_ = path;
        const Data& root = std::get<Data>(read);
        if (!mistakes_.keep_secrets(root)) return false;
        if (!mistakes_.are_logged()) check_members(root);
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
        further(texts(root, "augments"), depth + 1);
        return true;
    }

    std::vector<std::string> inputs;

private:
    void check_members(const Data& root) {
        if (root.kind() != Data::Kind::object) {
            diagnostics_.add(not_an_object, mistakes_.place(0, 1), {path_});
            return;
        }
        for (const auto& [name, value] : root.members()) {
            if (std::ranges::find(known_members, name) != known_members.end()) continue;
            const std::string hint =
                did_you_mean(name, {known_members.begin(), known_members.end()});
            diagnostics_.add(unknown_member, mistakes_.place_of({name}), {path_, name}, hint);
        }
    }

    void report_type(std::string_view member, std::string_view wanted) {
        const DiagnosticKind& kind = mistakes_.are_logged() ? wrong_shape : wrong_type;
        const Span place = mistakes_.place_of({std::string(member)});
        diagnostics_.add(kind, place, {path_, member, wanted});
    }

    void further(const std::vector<std::string>& paths, int depth) {
        if (paths.empty()) return;
        const std::string named_in = path_;
        const Span named_at = mistakes_.place_of({"augments"});
        is_too_deep_ = depth > max_augments;
        if (is_too_deep_) {
            const std::string most = std::to_string(max_augments);
            mistakes_.report_at(
                named_at, "Augments files name each other more than " + most + " deep"
            );
        }
        for (const std::string& path : paths) {
            if (is_too_deep_) return; // they may be circular, and name several each
            const std::size_t errors = diagnostics_.errors();
            if (file(path, depth) || diagnostics_.errors() > errors) continue;
            if (!mistakes_.are_logged()) {
                diagnostics_.add(missing_augments, named_at, {path, named_in});
                continue;
            }
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
            report_type(name, "an object");
            return;
        }
        const Data known = expanded_now(*section);
        for (std::size_t index = 0; index < known.members().size(); ++index) {
            const auto& [member, value] = known.members()[index];
            mistakes_.set_path({std::string(name), section->members()[index].first});
            visit(member, value);
        }
    }

    std::vector<std::string> texts(const Data& root, std::string_view name) {
        const Data* section = root.find(name);
        if (section == nullptr) return {};
        if (section->kind() != Data::Kind::array) {
            report_type(name, "an array");
            return {};
        }
        Data::Array items;
        for (std::size_t index = 0; index < section->items().size(); ++index) {
            const Data& item = section->items()[index];
            mistakes_.set_path({std::string(name), std::to_string(index)});
            const bool is_mistake = !mistakes_.are_logged() && item.kind() != Data::Kind::string;
            if (is_mistake)
                mistakes_.report("an item of '" + std::string(name) + "' should be a text");
            else
                items.push_back(item);
        }
        return scalar_children(expanded_now(Data::array(std::move(items))));
    }

    Data expanded_now(const Data& data) {
        Expander expander(run_, frame_, nullptr);
        EvaluationAccess around(expander);
        return expanded(data, around);
    }

    /// Defines the class if any of its conditions holds.
    void augmented_class(const std::string& name, const Data& definition) {
        policy_.conditional_classes.push_back(name);
        if (definition.kind() != Data::Kind::object) {
            if (any_holds(definition)) definitions_.define_class(name, definitions_.no_remarks());
            return;
        }
        const Data* expressions = definition.find("class_expressions");
        const Data* patterns = definition.find("regular_expressions");
        if ((expressions == nullptr) == (patterns == nullptr)) {
            return mistakes_.report(
                "Invalid augments class data for class '" + name + "' in '" + path_ +
                R"(': either "class_expressions" or "regular_expressions" need to be specified)"
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
        const bool is_condition =
            condition.kind() == Data::Kind::string || condition.kind() == Data::Kind::boolean;
        if (!is_condition)
            mistakes_.report_ignored("a condition of a class should be a text, true or false");
        const std::string text = scalar_text(condition);
        if (text == "true") return true;
        if (text.ends_with("::"))
            return run_.classes.holds(frame_, text.substr(0, text.size() - 2)).value_or(false);
        const bool is_name = text == canonified(text);
        if (is_name) return run_.classes.holds(frame_, text).value_or(false);
        const auto regex = run_.regexes.find(text);
        const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        if (compiled == nullptr) {
            const std::string& why = std::get<RegexError>(regex).message;
            mistakes_.report_ignored("'" + text + "' is not a regular expression: " + why);
            return false;
        }
        const auto all = run_.classes.global().all();
        return std::any_of(all.begin(), all.end(), [&](const TaggedName& known) {
            return (*compiled)->matches(known.name);
        });
    }

    LoadedPolicy& policy_;
    RunState& run_;
    Frame& frame_;
    Sources& sources_;
    Diagnostics& diagnostics_;
    DataMistakes mistakes_;
    DataDefinitions definitions_;
    std::string path_; ///< of the file being read
    bool is_too_deep_ = false;
};

} // namespace

std::vector<std::string> read_augments(
    const std::string& folder,
    LoadedPolicy& policy,
    const Manner& manner,
    Sources& sources,
    Diagnostics& diagnostics
) {
    AugmentsReader reader(policy, manner, sources, diagnostics);
    World& world = policy.run.world;
    const std::string preferred = folder + "/def_preferred.json";
    const bool is_preferred = !world.facts.is_class("ignore_preferred_augments") &&
                              world.host.may(Access::exists, preferred);
    reader.file(is_preferred ? preferred : folder + "/def.json", 0);
    return std::move(reader.inputs);
}

} // namespace vow::cfengine
