#include "policy/inmanta/types/plugin.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

ModelError refused(std::string words) {
    return ModelError(Mistake{.kind = &runtime_error, .words = std::move(words)});
}

/// The arguments of a call, by parameter.
class Binding {
public:
    explicit Binding(const Plugin& plugin) : plugin_(plugin), given_(plugin.parameters.size()) {}

    void add_positional(std::span<const Value> values) {
        const auto parameters = std::span(plugin_.parameters);
        const auto rest = std::ranges::find(parameters, Parameter::Kind::rest, &Parameter::kind);
        const auto most = static_cast<std::size_t>(
            std::ranges::count(parameters, Parameter::Kind::plain, &Parameter::kind)
        );
        const std::size_t plain = std::min(most, values.size());
        std::ranges::copy(values.first(plain), given_.begin());
        if (rest != parameters.end()) {
            const auto further = values.subspan(plain);
            given_[position_of(*rest)] = Value(Value::List(further.begin(), further.end()));
        } else if (values.size() > most) {
            throw refused(
                plugin_.name + "() takes " + std::to_string(most) + " positional arguments but " +
                std::to_string(values.size()) + " were given"
            );
        }
    }

    void add_named(const std::vector<std::pair<std::string, Value>>& named) {
        Dict further;
        for (const auto& [name, value] : named) {
            const Parameter* parameter = find(name);
            if (parameter == nullptr) {
                further.set(name, value);
                continue;
            }
            auto& place = given_[position_of(*parameter)];
            if (place) throw refused("Multiple values for " + name + " in " + plugin_.name + "()");
            place = value;
        }
        if (further.members().empty()) return;
        const auto rest =
            std::ranges::find(plugin_.parameters, Parameter::Kind::named_rest, &Parameter::kind);
        if (rest == plugin_.parameters.end())
            throw refused(
                plugin_.name + "() got an unexpected keyword argument: '" +
                further.members().front().first + "'"
            );
        given_[position_of(*rest)] = Value(std::move(further));
    }

    std::vector<Value> complete() const {
        std::vector<Value> bound;
        std::string missing;
        std::size_t missing_count = 0;
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const Parameter& parameter = plugin_.parameters[i];
            if (!given_[i] && !parameter.standard) {
                missing += (missing_count++ > 0 ? "," : "") + parameter.name;
                continue;
            }
            bound.push_back(given_[i] ? *given_[i] : *parameter.standard);
        }
        if (missing_count > 0)
            throw refused(
                "Missing " + std::to_string(missing_count) + " required arguments for " +
                plugin_.name + "(): " + missing
            );
        return bound;
    }

private:
    const Parameter* find(const std::string& name) const {
        const auto found = std::ranges::find(plugin_.parameters, name, &Parameter::name);
        const bool is_nameable = found != plugin_.parameters.end() &&
                                 found->kind != Parameter::Kind::rest &&
                                 found->kind != Parameter::Kind::named_rest;
        return is_nameable ? &*found : nullptr;
    }
    std::size_t position_of(const Parameter& parameter) const {
        return static_cast<std::size_t>(&parameter - plugin_.parameters.data());
    }

    const Plugin& plugin_;
    std::vector<std::optional<Value>> given_;
};

} // namespace

std::vector<Value> bound_arguments(
    const Plugin& plugin,
    std::span<const Value> positional,
    const std::vector<std::pair<std::string, Value>>& named
) {
    Binding binding(plugin);
    binding.add_positional(positional);
    binding.add_named(named);
    return binding.complete();
}

} // namespace vow::inmanta
