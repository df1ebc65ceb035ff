#include "policy/inmanta/model_context.h"

#include "policy/inmanta/evaluation/cell.h"
#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/project/project.h"
#include "policy/inmanta/python/context_answers.h"
#include "policy/inmanta/values/value_data.h"
#include "policy/run/secret_reader.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

Cell& cell_of(const Value& value, const std::string& name) {
    Instance* instance = instance_of(value);
    Cell* cell = instance != nullptr ? instance->find(name) : nullptr;
    if (cell != nullptr) return *cell;
    throw ModelError(Mistake{
        .kind = &not_found_error,
        .words = "could not find attribute with name: " + name + " in type " +
                 std::string(type_word_of(value))});
}

Value value_in(Cell& cell) {
    if (cell.state != Cell::State::set) throw UnsetAttribute{&cell};
    return cell.value;
}

Value present_value_in(Cell& cell) {
    if (cell.is_empty()) throw no_value_error(cell);
    return value_in(cell);
}

Value name_list(const auto& entities) {
    Value::List names;
    for (const Entity* entity : entities)
        names.emplace_back(entity->full_name);
    return names;
}

Value text_list(const std::vector<std::string>& texts) {
    return Value::List(texts.begin(), texts.end());
}

/// An attribute; a relation has a `target`, and if it has two sides an `inverse` there.
Value described(const Attribute& attribute) {
    Dict members;
    members.set("name", Value(attribute.name));
    if (!attribute.is_relation()) {
        members.set("type", Value(text_of(attribute.type)));
        return members;
    }
    const auto& high = attribute.multiplicity.high;
    members.set("target", Value(attribute.target->full_name));
    members.set("low", Value(attribute.multiplicity.low));
    members.set("high", high ? Value(*high) : Value());
    if (attribute.inverse != nullptr) members.set("inverse", Value(attribute.inverse->name));
    return members;
}

} // namespace

void ModelContext::print(const std::string& line) {
    world_.observer.receive(Report{.text = line, .form = Report::Form::plain});
}

std::optional<std::string> ModelContext::password(const std::string& name) {
    auto known = store_.password(name);
    if (known) mask(Data::string(*known));
    return known;
}

void ModelContext::add_password(const std::string& name, const std::string& password) {
    mask(Data::string(password));
    store_.add_password(name, password);
}

Answer<std::string> ModelContext::secret(const SecretSource& source) {
    const bool is_check = world_.options.purpose != Purpose::run;
    if (is_check && source.reader->runs_program) return {};
    auto text = read_secret(world_.host, source);
    if (text) mask(Data::string(*text));
    if (!text && is_check) return {}; // the model may be for another machine
    return text;
}

void ModelContext::keep_secrets(std::span<const Value> arguments, const Value& result) {
    if (store_.secrets().empty()) return;
    const bool takes_one = std::ranges::any_of(arguments, [&](const Value& argument) {
        return store_.secrets().is_in(data_of(argument));
    });
    if (takes_one) mask(store_.secrets().made_of_secret(data_of(result)));
}

void ModelContext::keep_secret(const Value& value) {
    mask(data_of(value));
}

void ModelContext::mask(const Data& value) {
    store_.add_secrets(value);
    world_.observer.receive(SecretLearned{value});
}

Value ModelContext::attribute(const Value& instance, const std::string& name) {
    return value_in(cell_of(instance, name));
}

Value ModelContext::present_attribute(const Value& instance, const std::string& name) {
    return present_value_in(cell_of(instance, name));
}

Value ModelContext::description(const Value& instance) {
    const Instance& found = *instance_of(instance);
    Dict members;
    members.set("text", Value(found.text()));
    members.set("types", name_list(found.entity.lineage));
    Value::List places;
    places.reserve(found.created.size());
    for (const Place& place : found.created)
        places.emplace_back(text_of(line_of(place)));
    members.set("places", Value(std::move(places)));
    return {std::move(members)};
}

Value ModelContext::entity(const std::string& name) {
    const QualifiedName parts = split(name);
    const Namespace* home = model_->find_namespace(parts.space);
    if (home == nullptr || !home->entities.contains(parts.name))
        throw ModelError(Mistake{.kind = &not_found_error, .words = "entity " + name + " not found"}
        );
    const Entity& found = *home->entities.at(parts.name);
    Value::List attributes;
    for (const Attribute& attribute : found.attributes)
        attributes.push_back(described(attribute));
    Value::List indexes;
    for (const Index* index : found.all_indexes)
        indexes.push_back(text_list(index->attributes));
    Dict members;
    members.set("parents", name_list(found.parents));
    members.set("types", name_list(found.lineage));
    members.set("attributes", Value(std::move(attributes)));
    members.set("indexes", Value(std::move(indexes)));
    return members;
}

bool ModelContext::is_set(const Value& instance, const std::string& name) {
    return !attribute(instance, name).is_null();
}

bool ModelContext::is_instance(const Value& instance, const std::string& type) {
    const Instance* found = instance_of(instance);
    return found != nullptr && std::ranges::any_of(found->entity.lineage, [&](const Entity* one) {
               return one->full_name == type;
           });
}

/// The value of the id attribute, for which the class of a handler may have a getter.
Value ModelContext::resource_name(Instance& instance, const ResourceKind& kind) {
    if (kind.keeper != ResourceKind::Keeper::handler)
        return attribute(Value(instance), kind.id_attribute);
    ContextAnswers answers(*this);
    return value_or_throw(
        kind.entity, python_.resource_name(kind.entity, instance, answers), answers
    );
}

/// Its parts have to be set first.
Value ModelContext::resource_id(const Value& resource) {
    Instance* instance = instance_of(resource);
    const ResourceKind* kind = instance != nullptr ? kind_of(instance->entity, kinds_) : nullptr;
    if (kind == nullptr) return Value::Unknown();
    const Value name = resource_name(*instance, *kind);
    Value agent = resource;
    for (std::string_view path = kind->agent; !path.empty() && agent.object() != nullptr;) {
        const std::size_t end = std::min(path.find('.'), path.size());
        agent = attribute(agent, std::string(path.substr(0, end)));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    if (agent.object() != nullptr) attribute(agent, "name");
    std::string id = inmanta::resource_id(*instance, *kind, name);
    return id.empty() ? Value(Value::Unknown()) : Value(std::move(id));
}

Value ModelContext::fact(const std::string& id, const std::string& name) {
    const auto found = store_.fact(id, name);
    return found ? Value(*found) : Value(Value::Unknown());
}

Value ModelContext::reference(const std::string& type, const Dict& arguments) {
    if (!runs_code()) return Value::Unknown{};
    ContextAnswers answers(*this);
    return value_or_throw(type, python_.reference(type, arguments, answers), answers);
}

Dict ModelContext::without_references(const Resource& resource) {
    ContextAnswers answers(*this);
    auto reply = python_.without_references(resource.id, resource.fields, answers);
    return *value_or_throw(resource.kind->entity, std::move(reply), answers).dict();
}

std::variant<Dict, PythonFailure> ModelContext::resolved_fields(const Resource& resource) {
    ContextAnswers answers(*this);
    const auto reply = python_.resolve(resource.id, resource.fields, answers);
    if (const auto* value = std::get_if<Value>(&reply)) return *value->dict();
    if (const auto* failure = std::get_if<PythonFailure>(&reply)) return *failure;
    return PythonFailure{.kind = "external", .message = "a reference has no value"};
}

/// "MODULE/PATH" in a folder of the module, "./PATH" in that of the calling one, "/PATH" in that of
/// the project.
std::string ModelContext::module_file(const std::string& path, std::string_view folder) {
    const std::size_t slash = path.find('/');
    std::string module = path.substr(0, slash);
    const std::string rest = slash == std::string::npos ? "" : path.substr(slash + 1);
    if (module == ".") module = calling_module();
    const bool is_of_project = module.empty() || module == main_namespace;
    const auto base =
        is_of_project ? project_.folder : module_folder(project_, world_.host, module);
    return base.value_or(module) + "/" + std::string(folder) + "/" + rest;
}

std::string ModelContext::calling_module() const {
    const Scope* scope = caller;
    while (scope != nullptr && scope->home == nullptr)
        scope = scope->parent;
    const std::string name = scope != nullptr ? scope->home->name : std::string();
    return name.substr(0, name.find("::"));
}

Value ModelContext::variable(const std::string& name) {
    for (const Scope* scope = caller; scope != nullptr; scope = scope->parent) {
        if (Cell* cell = scope->find(name)) return value_in(*cell);
        if (scope->self == nullptr) continue;
        if (name == "self") return {*scope->self};
        if (Cell* cell = scope->self->find(name)) return present_value_in(*cell);
    }
    throw ModelError(Mistake{.kind = &not_found_error, .words = "variable " + name + " not found"});
}

Value::List ModelContext::native_plugins() const {
    Value::List names;
    for (std::string& name : NativePlugins().names())
        names.emplace_back(std::move(name));
    return names;
}

Value ModelContext::call(const std::string& plugin, std::vector<Value> arguments) {
    const Plugin* found = plugins_ != nullptr ? plugins_->find(plugin) : nullptr;
    if (found != nullptr) {
        const auto bound = bound_arguments(*found, arguments, {});
        Value result = found->body(*this, bound);
        keep_secrets(bound, result);
        return result;
    }
    throw ModelError(Mistake{.kind = &not_found_error, .words = "plugin " + plugin + " not found"});
}

void ModelContext::finish_python() {
    ContextAnswers answers(*this);
    const auto failure = python_.finish(answers);
    if (!failure) return;
    ModelError error = python_error("", *failure);
    error.mistakes.front().words = "The end of the compilation failed in Python";
    throw ModelError(std::move(error.mistakes));
}

std::optional<PythonFields> ModelContext::fields(const std::string& entity, Instance& instance) {
    ContextAnswers answers(*this);
    const auto reply = python_.fields(entity, instance, answers);
    if (std::holds_alternative<NotAResource>(reply)) return std::nullopt;
    if (const auto* value = std::get_if<Value>(&reply)) {
        const Dict& exported = *value->dict();
        return PythonFields{
            *exported.find("name"),
            *exported.find("fields")->dict(),
            *exported.find("files")->dict()};
    }
    PythonFailure reason{.kind = "external"};
    if (const auto* waits = std::get_if<PythonWaits>(&reply))
        reason.message = "the attribute " + waits->attribute + " is not set";
    const auto* failure = std::get_if<PythonFailure>(&reply);
    ModelError error = python_error(entity, failure != nullptr ? *failure : reason);
    error.mistakes.front().words = "The fields of " + instance.text() + " cannot be read";
    error.mistakes.front().place = instance.created.front();
    throw ModelError(std::move(error.mistakes));
}

RequiredIds ModelContext::requirements(
    std::span<const Resource> resources,
    std::span<Instance* const> origins,
    std::deque<Instance>& instances
) {
    in_python_->load();
    std::vector<PythonHelper::ExportedResource> exported;
    exported.reserve(resources.size());
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const Resource& one = resources[i];
        exported.push_back({one.id, one.kind->entity, origins[i], &one.fields, {}});
        for (const std::size_t required : one.requirements)
            exported.back().requirements.push_back(resources[required].id);
    }
    std::map<std::string, Value::List> by_entity;
    for (Instance& instance : instances) {
        for (const Entity* entity : instance.entity.lineage)
            by_entity[entity->full_name].emplace_back(instance);
    }
    ContextAnswers answers(*this);
    const Value added = value_or_throw(
        "dependency_manager", python_.requirements(exported, by_entity, answers), answers
    );
    RequiredIds ids;
    if (added.list() == nullptr) return ids;
    for (const Value& pair : *added.list())
        ids.emplace_back(*pair.list()->at(0).string(), *pair.list()->at(1).string());
    return ids;
}

Value ModelContext::render(const std::string& path, const Dict& variables) {
    if (!runs_code()) return Value::Unknown{};
    if (in_python_ != nullptr) in_python_->load(); // its plugins are filters
    const std::size_t slash = path.rfind('/');
    ContextAnswers answers(*this);
    return value_or_throw(
        "std::template",
        python_.render(path.substr(0, slash), path.substr(slash + 1), variables, answers),
        answers
    );
}

} // namespace vow::inmanta
