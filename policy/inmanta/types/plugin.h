#pragma once

#include "policy/inmanta/types/model.h"
#include "policy/run/answer.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vow {
class Host;
class Stop;
struct SecretSource;
} // namespace vow

namespace vow::inmanta {

struct Cell;
struct Scope;

/// An attribute that a plugin reads has no value yet: the call is made again when it has one.
struct UnsetAttribute {
    Cell* cell;
};

/// Makes the instances that plugins return, at the place of their call.
class InstanceMaker {
public:
    virtual ~InstanceMaker() = default;
    /// Throws ModelError for attributes that the entity does not have, and for wrong values.
    virtual Value make(const Entity& entity, const Dict& attributes) = 0;
};

/// The world of a plugin during a call.
class PluginContext {
public:
    virtual ~PluginContext() = default;
    virtual void print(const std::string& line) = 0;
    /// The value of an attribute. Throws UnsetAttribute, and ModelError for an unknown name.
    virtual Value attribute(const Value& instance, const std::string& name) = 0;
    /// The same, but throws ModelError for an optional relation that stays without a value.
    virtual Value present_attribute(const Value& instance, const std::string& name) = 0;
    /// A dict: the `text` of an instance, the `types` that it has, its own first, and the `places`
    /// where it was made.
    virtual Value description(const Value& instance) = 0;
    /// A dict: the names of the `parents` of an entity, its own `attributes` and all its `indexes`.
    /// Throws ModelError for an unknown one.
    virtual Value entity(const std::string& name) = 0;
    virtual bool is_set(const Value& instance, const std::string& name) = 0;
    virtual bool is_instance(const Value& instance, const std::string& type) = 0;
    /// The id of an instance as a resource; unknown if it is none, or its id is unknown.
    virtual Value resource_id(const Value& resource) = 0;
    /// A fact that the resource with this id has brought; unknown until then.
    virtual Value fact(const std::string& id, const std::string& name) = 0;
    /// A deferred value: that of a reference of std, "std::Environment".
    virtual Value reference(const std::string& type, const Dict& arguments) = 0;
    /// A password that was generated before, by its name; nullopt if none was.
    virtual std::optional<std::string> password(const std::string& name) = 0;
    /// Stores a new password for all later compilations of the project.
    virtual void add_password(const std::string& name, const std::string& password) = 0;
    /// Whether the code of plugins runs. A check leaves their results unknown, which a run has.
    virtual bool runs_code() const = 0;
    virtual Host& host() = 0;
    /// The secret of a source, masked from here on wherever the run shows it; the reason if it
    /// cannot be read. A check that cannot read it has no reason.
    virtual Answer<std::string> secret(const SecretSource& source) = 0;
    /// Masks a value from here on wherever the run shows it.
    virtual void keep_secret(const Value& value) = 0;
    /// Keeps the result of a plugin as a secret if an argument is one.
    virtual void keep_secrets(std::span<const Value> arguments, const Value& result) = 0;
    /// The request that a compilation ends.
    virtual const Stop& stop() const = 0;
    /// The path of a file of a module, or of the project for one that begins with a slash: the
    /// `folder` is "files" or "templates".
    virtual std::string module_file(const std::string& path, std::string_view folder) = 0;
    /// The value of a name in the scope of the call. Throws as attribute() does.
    virtual Value variable(const std::string& name) = 0;
    /// The names of the native plugins.
    virtual Value::List native_plugins() const = 0;
    /// The result of a native plugin. Throws ModelError for an unknown one.
    virtual Value call(const std::string& plugin, std::vector<Value> arguments) = 0;
    /// The text of a template in the scope of the call; with `variables`, which then are all that
    /// it sees. Throws as attribute() does.
    virtual Value render(const std::string& path, const Dict& variables) = 0;

    const Scope* caller = nullptr;  ///< the scope of the call, while a plugin runs
    InstanceMaker* maker = nullptr; ///< null before a model runs
};

struct Parameter {
    enum class Kind {
        plain,     ///< by position or name
        named,     ///< by name alone
        rest,      ///< a list of all further values
        named_rest ///< a dict of all further names
    };

    std::string name;
    AttributeType type;
    std::optional<Value> standard = {}; ///< nullopt: required
    Kind kind = Kind::plain;
};

/// A function that models can call.
struct Plugin {
    using Body = std::function<Value(PluginContext&, std::span<const Value>)>;

    std::string name; ///< without a namespace
    std::vector<Parameter> parameters;
    Body body;
    /// Whether it takes unknown arguments; if not, its result for them is unknown.
    enum class Unknowns { pass, taken } unknowns = Unknowns::pass;
    /// Which one is called if a module defines a plugin of the same name.
    enum class Precedence { of_module, of_native } precedence = Precedence::of_module;
    AttributeType returns = {}; ///< of a result that has to be checked; its type may be null
    std::string full_name = {}; ///< with the namespace, where `returns` has a type
};

/// The plugins of all modules. Those that are not native can have a source of their own.
class Plugins {
public:
    virtual ~Plugins() = default;
    /// Null for an unknown name; "std::print".
    virtual const Plugin* find(const std::string& qualified) const = 0;
    /// The qualified names of all that are known, for messages.
    virtual std::vector<std::string> names() const = 0;
};

/// The arguments of a call in the order of the parameters. Throws ModelError without a statement.
std::vector<Value> bound_arguments(
    const Plugin& plugin,
    std::span<const Value> positional,
    const std::vector<std::pair<std::string, Value>>& named
);

} // namespace vow::inmanta
