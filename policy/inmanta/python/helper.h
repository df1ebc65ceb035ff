#pragma once

#include "policy/inmanta/project/project.h"
#include "policy/inmanta/python/interface.h"
#include "policy/inmanta/python/wire_value.h"
#include "policy/run/host.h"
#include "policy/run/observer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::inmanta {

/// Answers questions of Python about the model while a request runs.
class ModelAnswers {
public:
    struct Unset {}; ///< it has no value yet
    struct Missing { ///< there is nothing of that name
        std::string message;
    };
    struct Empty { ///< an optional relation that stays without a value
        std::string message;
    };
    using Found = std::variant<Value, Unset, Missing, Empty>;

    virtual ~ModelAnswers() = default;
    virtual Found attribute(Object& instance, const std::string& name) = 0;
    /// A dict: the `text` of the instance, the `types` that it has, its own first, and the `places`
    /// where it was made.
    virtual Value description(Object& instance) = 0;
    /// A dict that describes an entity, by its full name.
    virtual Found entity(const std::string& name) = 0;
    /// A name in the scope of the call.
    virtual Found name(const std::string& name) = 0;
    /// The result of a native plugin, which templates use as filters: "std::upper".
    virtual Found call(const std::string& plugin, std::vector<Value> arguments) = 0;
    /// A new instance of an entity, by its full name.
    virtual Found make(const std::string& entity, const Dict& attributes) = 0;
    /// A fact of the resource with this id.
    virtual Found fact(const std::string& id, const std::string& name) = 0;
    /// A list of names, which templates use as filters.
    virtual Value native_plugins() = 0;
    /// Masks a value wherever the run shows it.
    virtual void keep_secret(const Value& value) = 0;
};

/// An exception of Python, or a helper that cannot work (kind "missing-python").
struct PythonFailure {
    static constexpr std::string_view skip_resource = "skip-resource";

    std::string kind; ///< of the diagnostic: "external", "explicit-plugin", "missing-python"; or
                      ///< skip_resource
    std::string message;
    std::string trace = {}; ///< Python's traceback, of several lines; may be empty
};

/// A request needs an attribute that has no value yet: make it again once it has one.
struct PythonWaits {
    Object* instance; ///< null: a name in the scope of the call
    std::string attribute;
};

/// A getter of an instance refuses to make it a resource.
struct NotAResource {};

/// One python3 that runs the plugins of a project's modules, exports their resources and renders
/// templates. It starts with the first request, and ends with this object. Lines that Python prints
/// are logged at verbose.
class PythonHelper {
public:
    using Reply = std::variant<Value, PythonWaits, NotAResource, PythonFailure>;

    /// Borrows both.
    PythonHelper(Host& host, Observer& observer) : host_(host), observer_(observer) {}

    /// Imports the Python of modules.
    std::variant<PythonInterface, PythonFailure> load(const PythonModules& modules);

    Reply call(
        const std::string& plugin,
        const std::vector<Value>& positional,
        const Dict& named,
        ModelAnswers& answers
    );
    /// Runs what modules have left for the end of a compilation.
    std::optional<PythonFailure> finish(ModelAnswers& answers);
    /// A dict: the `name` of the resource that an instance is, and its `fields`.
    Reply fields(const std::string& entity, Object& instance, ModelAnswers& answers);
    /// The name of the resource that an instance is.
    Reply resource_name(const std::string& entity, Object& instance, ModelAnswers& answers);
    /// A reference of std, whose value is deferred.
    Reply reference(const std::string& type, const Dict& arguments, ModelAnswers& answers);
    /// A dict: the fields of a resource as it is exported, without the references among them, and
    /// what resolve() needs instead.
    Reply without_references(const std::string& id, const Dict& fields, ModelAnswers& answers);
    /// A dict: exported fields with the values of references.
    Reply resolve(const std::string& id, const Dict& fields, ModelAnswers& answers);
    /// A resource as dependency managers get it.
    struct ExportedResource {
        std::string id, entity;
        Object* instance;
        const Dict* fields;
        std::vector<std::string> requirements; ///< ids
    };
    /// Lists of two ids: a resource, and one that a dependency manager makes it require.
    /// `instances` are those of the model by entity.
    Reply requirements(
        const std::vector<ExportedResource>& resources,
        const std::map<std::string, Value::List>& instances,
        ModelAnswers& answers
    );
    /// `variables` are all that the template sees; without any, it sees the scope of the call.
    Reply render(
        const std::string& folder,
        const std::string& name,
        const Dict& variables,
        ModelAnswers& answers
    );

private:
    std::optional<PythonFailure> start();
    /// Sends a message, and answers questions until the reply comes.
    std::variant<Data, PythonFailure> request(const Data& message, ModelAnswers* answers);
    std::variant<Data, PythonFailure> exchange(const Data& message);
    void log_printed(std::string_view text);
    Data answer_to(const Data& question, ModelAnswers& answers);
    /// The reply to a question with these members.
    Reply
    reply_to(const std::string& question, std::vector<Data::Member> members, ModelAnswers& answers);

    Host& host_;
    Observer& observer_;
    std::unique_ptr<Dialogue> dialogue_;
    WireValues values_;
};

/// The path of python3 on PATH; empty if there is none.
std::string python_program(Host& host);

/// The folder of the helper's own Python, started as `python3 FOLDER`.
constexpr std::string_view helper_folder = "vow-inmanta";

} // namespace vow::inmanta
