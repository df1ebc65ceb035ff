#include "policy/cfengine/loading/augments.h"

#include "policy/cfengine/evaluation/expander.h"
#include "policy/cfengine/evaluation/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr std::size_t most_bytes = 64U << 20U;
constexpr int deepest = 20; ///< augments that name augments

constexpr DiagnosticKind bad_augments{
    "bad-augments", "augments file '{}' is not valid JSON: {} (at byte {})"};
constexpr DiagnosticKind wrong_shape{
    "bad-augments", "in augments file '{}', '{}' should be {}", Severity::warning};

class Reader {
public:
    Reader(Evaluation& evaluation, Frame& frame, Diagnostics& diagnostics)
        : evaluation_(evaluation),
          frame_(frame),
          diagnostics_(diagnostics) {}

    void file(const std::string& path, int depth) {
        const auto text = evaluation_.world().host.read_file(path, most_bytes);
        if (!text) return;
        const auto read = parse_json(*text);
        if (const auto* error = std::get_if<DataError>(&read)) {
            diagnostics_.add(
                bad_augments, {}, {path, error->message, std::to_string(error->offset)}
            );
            return;
        }
        path_ = path;
        const Data& root = std::get<Data>(read);
        each(root, "vars", [&](const Data::Member& member) {
            variable(member.first, member.second, {});
        });
        each(root, "variables", [&](const Data::Member& member) {
            tagged(member.first, member.second);
        });
        each(root, "classes", [&](const Data::Member& member) {
            augmented_class(member.first, member.second);
        });
        for (std::string& input : texts(root, "inputs"))
            inputs.push_back(std::move(input));
        if (depth == deepest) return;
        for (const std::string& further : texts(root, "augments"))
            file(further, depth + 1);
    }

    std::vector<std::string> inputs;

private:
    template <class Each>
    void each(const Data& root, std::string_view name, const Each& visit) {
        const Data* section = root.find(name);
        if (section == nullptr) return;
        if (section->kind() != Data::Kind::object) {
            diagnostics_.add(wrong_shape, {}, {path_, name, "an object"});
            return;
        }
        for (const Data::Member& member : section->members())
            visit(member);
    }

    std::vector<std::string> texts(const Data& root, std::string_view name) {
        const Data* section = root.find(name);
        if (section == nullptr) return {};
        if (section->kind() != Data::Kind::array) {
            diagnostics_.add(wrong_shape, {}, {path_, name, "an array"});
            return {};
        }
        std::vector<std::string> expanded;
        for (const Data& item : section->items()) {
            expanded.push_back(expander().text_at_run_time(item.text()).text);
        }
        return expanded;
    }

    Expander expander() { return {evaluation_, frame_, nullptr}; }

    /// An array of texts is a list, another container data, all else a text.
    Value value_of(const Data& data) {
        if (!data.is_container())
            return Value::string(expander().text_at_run_time(scalar_text(data)).text);
        const bool is_list =
            data.kind() == Data::Kind::array &&
            std::all_of(data.items().begin(), data.items().end(), [](const Data& item) {
                return !item.is_container();
            });
        if (!is_list) return Value::data(data);
        std::vector<std::string> items;
        for (const Data& item : data.items()) {
            items.push_back(expander().text_at_run_time(scalar_text(item)).text);
        }
        return Value::list(std::move(items));
    }

    /// A name that gives no bundle belongs to `def`.
    void variable(const std::string& written, const Data& data, Tags tags) {
        const auto name = read_variable_name(written);
        if (!name) {
            diagnostics_.add(wrong_shape, {}, {path_, written, "the name of a variable"});
            return;
        }
        const std::string bundle =
            qualified_bundle(name->name_space, name->bundle.empty() ? "def" : name->bundle);
        const std::vector<std::string> indices(name->indices.begin(), name->indices.end());
        tags.insert(tags.begin(), "source=augments_file");
        evaluation_.define(
            evaluation_.names().symbol(bundle),
            evaluation_.names().symbol(name->name),
            indices,
            {value_of(data), std::move(tags)}
        );
    }

    void tagged(const std::string& name, const Data& definition) {
        if (definition.kind() != Data::Kind::object) return variable(name, definition, {});
        const Data* value = definition.find("value");
        if (value == nullptr) {
            diagnostics_.add(wrong_shape, {}, {path_, name, "an object with a 'value'"});
            return;
        }
        variable(name, *value, tags_of(definition));
    }

    static Tags tags_of(const Data& definition) {
        const Data* tags = definition.find("tags");
        Tags texts;
        if (tags) {
            for (const Data& tag : tags->items())
                texts.emplace_back(tag.text());
        }
        return texts;
    }

    /// Defined when any of the conditions holds: an expression that ends in `::`, or a pattern that
    /// some class matches.
    void augmented_class(const std::string& name, const Data& definition) {
        const bool plain = definition.kind() == Data::Kind::array;
        const Data* expressions = plain ? nullptr : definition.find("class_expressions");
        const Data* patterns = plain ? &definition : definition.find("regular_expressions");
        const bool holds = any_of(expressions, &Reader::expression_holds) ||
                           any_of(patterns, &Reader::condition_holds);
        if (!holds) return;
        Tags tags = tags_of(definition);
        tags.insert(tags.begin(), "source=augments_file");
        evaluation_.define_class(frame_, name, ClassScope::name_space, std::move(tags));
    }

    bool any_of(const Data* conditions, bool (Reader::*holds)(std::string_view)) {
        if (conditions == nullptr) return false;
        const auto& items = conditions->items();
        return std::any_of(items.begin(), items.end(), [&](const Data& item) {
            return (this->*holds)(item.text());
        });
    }

    bool expression_holds(std::string_view expression) {
        if (expression.ends_with("::")) expression.remove_suffix(2);
        return evaluation_.holds(frame_, expression).value_or(false);
    }

    bool condition_holds(std::string_view condition) {
        if (condition.ends_with("::")) return expression_holds(condition);
        const bool plain = condition == canonified(condition);
        if (plain) return expression_holds(condition);
        const auto regex = evaluation_.regexes().find(std::string(condition));
        const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        if (compiled == nullptr) return false;
        const auto all = evaluation_.classes().all();
        return std::any_of(all.begin(), all.end(), [&](const Named& known) {
            return (*compiled)->matches(known.name);
        });
    }

    Evaluation& evaluation_;
    Frame& frame_;
    Diagnostics& diagnostics_;
    std::string path_;
};

} // namespace

std::vector<std::string> read_augments(
    const std::string& folder, Evaluation& evaluation, Frame& frame, Diagnostics& diagnostics
) {
    Reader reader(evaluation, frame, diagnostics);
    Host& host = evaluation.world().host;
    if (const Fact* work = evaluation.world().facts.find("workdir")) {
        reader.file(std::get<std::string>(*work) + "/data/host_specific.json", 0);
    }
    const std::string preferred = folder + "/def_preferred.json";
    reader.file(host.may(Access::exists, preferred) ? preferred : folder + "/def.json", 0);
    return std::move(reader.inputs);
}

} // namespace vow::cfengine
