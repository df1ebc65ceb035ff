#include "policy/cfengine/loading/data_definitions.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/run/secret_schema.h"
#include "policy/run/trusted_reader.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::size_t max_host_data_bytes = 5U << 20U;
constexpr DataSource host_data_source{host_data_tag, "CMDB data", "data", "variables"};

bool has_reference(std::string_view text) {
    for (const std::string_view opening : {"$(", "${", "@(", "@{"}) {
        if (text.find(opening) != text.npos) return true;
    }
    return false;
}

bool has_reference(const Data& data) {
    const auto in_item = [](const Data& item) { return has_reference(item); };
    const auto in_member = [](const Data::Member& member) {
        return has_reference(std::string_view(member.first)) || has_reference(member.second);
    };
    switch (data.kind()) {
    case Data::Kind::string: return has_reference(std::string_view(data.text()));
    case Data::Kind::array: return std::any_of(data.items().begin(), data.items().end(), in_item);
    case Data::Kind::object:
        return std::any_of(data.members().begin(), data.members().end(), in_member);
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: break;
    }
    return false;
}

/// Whether a list of conditions always holds: it is missing, empty, or has the one condition that
/// always holds.
bool is_unconditional(const Data* conditions, std::string_view always) {
    if (conditions == nullptr || conditions->kind() == Data::Kind::null) return true;
    if (conditions->kind() != Data::Kind::array) return false;
    const auto& items = conditions->items();
    return items.empty() || (items.size() == 1 && items[0].text() == always);
}

class HostData {
public:
    HostData(LoadedPolicy& policy, DataMistakes& mistakes)
        : mistakes_(mistakes),
          definitions_(policy.run, policy.control.frame(), mistakes, host_data_source) {}

    void define_all(const Data& root) {
        section(root, "vars", [&](const std::string& name, const Data& value) {
            definitions_.variable(name, value, definitions_.no_remarks());
        });
        section(root, "variables", [&](const std::string& name, const Data& definition) {
            definitions_.remarked_variable(name, definition);
        });
        section(root, "classes", [&](const std::string& name, const Data& definition) {
            host_class(name, definition);
        });
    }

private:
    template <class Define>
    void section(const Data& root, std::string_view name, const Define& define) {
        const Data* members = root.find(name);
        if (members == nullptr || members->kind() == Data::Kind::null) return;
        const std::string beginning = "Invalid '" + std::string(name) + "' CMDB data, ";
        mistakes_.set_path({std::string(name)});
        if (members->kind() != Data::Kind::object)
            return mistakes_.report(beginning + "must be a JSON object");
        if (has_reference(*members))
            return mistakes_.report(beginning + "cannot contain variable references");
        for (const auto& [member, value] : members->members()) {
            mistakes_.set_path({std::string(name), member});
            define(member, value);
        }
    }

    void host_class(const std::string& name, const Data& definition) {
        if (definition.kind() == Data::Kind::object) return remarked_class(name, definition);
        const bool holds =
            definition.kind() == Data::Kind::array
                ? !definition.items().empty() && is_unconditional(&definition, "any::")
                : scalar_text(definition) == "any::";
        if (holds) return definitions_.define_class(name, definitions_.no_remarks());
        mistakes_.report(
            "Invalid class specification '" + json_text(definition) + "' in CMDB data, only '" +
            (definition.kind() == Data::Kind::array ? R"(["any::"])" : R"("any::")") + "' allowed"
        );
    }

    void remarked_class(const std::string& name, const Data& definition) {
        struct Condition {
            std::string_view member, described, always;
        };
        static constexpr std::array<Condition, 2> conditions = {{
            {"class_expressions", "class expression", "any::"},
            {"regular_expressions", "regular expression", "any"},
        }};
        for (const Condition& condition : conditions) {
            if (is_unconditional(definition.find(condition.member), condition.always)) continue;
            return mistakes_.report(
                "Invalid " + std::string(condition.described) + " rules for class '" + name +
                "' in CMDB data, only '[]' or '[\"" + std::string(condition.always) + "\"]' allowed"
            );
        }
        definitions_.define_class(name, definitions_.remarks("class", name, definition));
    }

    DataMistakes& mistakes_;
    DataDefinitions definitions_;
};

/// The data of the file, if there is any. Reports why it is unusable.
std::optional<Data>
read(RunState& run, const std::string& path, Sources& sources, DataMistakes& mistakes) {
    const auto unusable = [&](const std::string& message, Span place) {
        mistakes.report_at(place, message);
        if (mistakes.are_logged()) run.log(LogLevel::error, "Failed to load CMDB data");
        return std::nullopt;
    };
    Host& host = run.world.host;
    if (!host.may(Access::exists, path)) {
        run.log(LogLevel::verbose, "No host-specific JSON data available at '" + path + "'");
        return {};
    }
    auto text = read_trusted(host, path, max_host_data_bytes);
    if (text.objection)
        return unusable(
            "Host-specific JSON data in '" + path + "' is not trusted: " + *text.objection, {}
        );
    if (!text) return unusable("Cannot read host-specific JSON data from '" + path + "'", {});
    sources.push_back(std::make_unique<SourceText>(path, *std::move(text.value)));
    mistakes.set_file(*sources.back());
    const auto parsed = parse_json(sources.back()->text());
    if (const auto* error = std::get_if<DataError>(&parsed)) {
        const auto offset = static_cast<std::uint32_t>(error->offset);
        return unusable(
            "Could not parse JSON file " + path + ": " +
                fault_beside_schema(host, path, error->message),
            mistakes.place(offset, offset + 1)
        );
    }
    const Data& root = std::get<Data>(parsed);
    if (!mistakes.keep_secrets(root)) return {};
    if (root.kind() != Data::Kind::object) {
        return unusable(
            "Invalid CMDB contents in '" + path + "', must be a JSON object", mistakes.place(0, 1)
        );
    }
    return root;
}

} // namespace

void read_host_data(
    LoadedPolicy& policy, const Manner& manner, Sources& sources, Diagnostics& diagnostics
) {
    RunState& run = policy.run;
    const Fact* work_folder = run.world.facts.find("workdir");
    if (work_folder == nullptr) return;
    const std::string path = std::get<std::string>(*work_folder) + "/data/host_specific.json";
    DataMistakes mistakes(run, manner, diagnostics);
    const auto root = read(run, path, sources, mistakes);
    if (!root) return;
    for (const auto& [name, value] : root->members()) {
        if (name == "vars" || name == "variables" || name == "classes") continue;
        std::string message = "Invalid key '";
        message.append(name).append("' in the CMDB data file '").append(path);
        run.log(LogLevel::warning, message.append("', skipping it"));
    }
    HostData(policy, mistakes).define_all(*root);
}

} // namespace vow::cfengine
