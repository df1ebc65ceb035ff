#include "policy/inmanta/python/helper.h"

#include "policy/run/trusted_reader.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace vow::inmanta {
namespace {

/// A plugin may fetch from a slow server; one that takes longer hangs.
constexpr std::chrono::minutes max_answer_time{5};

PythonFailure missing(std::string message) {
    return {.kind = "missing-python", .message = std::move(message)};
}

Data::Member text_member(std::string name, const std::string& text) {
    return {std::move(name), Data::string(text)};
}

std::optional<PythonFailure> failure_of(const Data& reply) {
    if (!reply.find("failure")) return std::nullopt;
    return PythonFailure{
        .kind = member_text(reply, "failure"),
        .message = member_text(reply, "message"),
        .trace = member_text(reply, "trace")};
}

Data texts_by_name(const std::map<std::string, std::string>& texts) {
    std::vector<Data::Member> members;
    members.reserve(texts.size());
    for (const auto& [name, text] : texts)
        members.push_back(text_member(name, text));
    return Data::object(std::move(members));
}

} // namespace

std::string python_program(Host& host) {
    return program_on_path(host, "python3").value_or("");
}

std::optional<PythonFailure> PythonHelper::start() {
    if (dialogue_) return std::nullopt;
    const std::string program = python_program(host_);
    if (program.empty())
        return missing("the project's Python needs 'python3', which is not on PATH: install it");
    const std::string folder = host_.companion(helper_folder);
    if (folder.empty())
        return missing("vow's own Python, the folder 'vow-inmanta', is not installed next to vow");
    auto started = host_.start_dialogue(
        // Isolated: neither the working folder nor the user's own packages are searched.
        {.arguments = {program, "-I", "-B", folder, "compile"}, .code = {folder}}
    );
    if (!started) return missing("'" + program + "' cannot be started: " + started.why_not);
    dialogue_ = *std::move(started.value);
    return std::nullopt;
}

void PythonHelper::log_printed(std::string_view text) {
    if (!observer_.wants(LogLevel::verbose)) return;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        observer_.receive(LogLine{LogLevel::verbose, text.substr(0, end)});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::variant<Data, PythonFailure> PythonHelper::exchange(const Data& message) {
    const auto line = dialogue_->exchange(json_text(message), max_answer_time, {});
    log_printed(dialogue_->take_errors());
    if (!line) return missing("the helper for Python failed: " + line.why_not);
    auto read = parse_json(*line);
    if (const auto* error = std::get_if<DataError>(&read))
        return missing("the helper for Python answered with no JSON: " + error->message);
    return std::get<Data>(std::move(read));
}

std::variant<Data, PythonFailure>
PythonHelper::request(const Data& message, ModelAnswers* answers) {
    if (auto failure = start()) return *std::move(failure);
    auto received = exchange(message);
    while (const Data* reply = std::get_if<Data>(&received)) {
        if (answers == nullptr || !reply->find("ask")) break;
        received = exchange(answer_to(*reply, *answers));
    }
    return received;
}

Data PythonHelper::answer_to(const Data& question, ModelAnswers& answers) {
    const std::string kind = member_text(question, "ask");
    const std::string name = member_text(question, "name");
    if (kind == "template") {
        auto text = read_trusted(host_, name);
        if (!text) return Data::object({text_member("missing", text.why_not)});
        return Data::object({text_member("value", **text)});
    }
    const auto found = [&]() -> ModelAnswers::Found {
        if (kind == "name") return answers.name(name);
        if (kind == "entity") return answers.entity(name);
        if (kind == "make") {
            const Data* given = question.find("attributes");
            const auto attributes = given ? values_.value_of(*given) : std::nullopt;
            if (!attributes || attributes->dict() == nullptr)
                return ModelAnswers::Missing{"no attributes"};
            return answers.make(name, *attributes->dict());
        }
        if (kind == "secret") {
            const Data* given = question.find("value");
            if (given != nullptr) answers.keep_secret(values_.value_of(*given).value_or(Value()));
            return Value();
        }
        if (kind == "fact") return answers.fact(member_text(question, "resource"), name);
        if (kind == "plugins") return answers.native_plugins();
        if (kind == "attribute" || kind == "instance") {
            const Data* number = question.find("instance");
            Object* instance = number ? values_.instance(*number) : nullptr;
            if (instance == nullptr) return ModelAnswers::Missing{"no such instance"};
            if (kind == "instance") return answers.description(*instance);
            return answers.attribute(*instance, name);
        }
        std::vector<Value> arguments;
        if (const Data* given = question.find("arguments")) {
            for (const Data& each : given->items())
                arguments.push_back(values_.value_of(each).value_or(Value()));
        }
        return answers.call(member_text(question, "plugin"), std::move(arguments));
    }();
    if (const auto* value = std::get_if<Value>(&found))
        return Data::object({{"value", values_.data_of(*value)}});
    if (const auto* missing = std::get_if<ModelAnswers::Missing>(&found))
        return Data::object({text_member("missing", missing->message)});
    if (const auto* empty = std::get_if<ModelAnswers::Empty>(&found))
        return Data::object({text_member("empty", empty->message)});
    return Data::object({{"unset", Data::boolean(true)}});
}

PythonHelper::Reply PythonHelper::reply_to(
    const std::string& question, std::vector<Data::Member> members, ModelAnswers& answers
) {
    members.insert(members.begin(), text_member("do", question));
    const auto received = request(Data::object(std::move(members)), &answers);
    if (const auto* failure = std::get_if<PythonFailure>(&received)) return *failure;
    const Data& reply = std::get<Data>(received);
    if (auto failure = failure_of(reply)) return *std::move(failure);
    if (reply.find("ignored")) return NotAResource{};
    if (const Data* unset = reply.find("unset")) {
        const Data* number = unset->find("$instance");
        return PythonWaits{
            number ? values_.instance(*number) : nullptr, member_text(reply, "attribute")};
    }
    const Data* value = reply.find("value");
    auto read = value ? values_.value_of(*value) : std::nullopt;
    if (!read) return missing("the helper for Python answered with no value");
    return *std::move(read);
}

std::variant<PythonInterface, PythonFailure> PythonHelper::load(const PythonModules& modules) {
    for (const auto& [name, folder] : modules.plugins) {
        if (const auto objection = host_.objection_to_tree(folder))
            return missing("the Python of module '" + name + "' is not trusted: " + *objection);
    }
    const auto received = request(
        Data::object(
            {text_member("do", "load"),
             text_member("project", modules.project),
             {"paths", texts_by_name(modules.paths)},
             {"modules", texts_by_name(modules.plugins)}}
        ),
        nullptr
    );
    if (const auto* failure = std::get_if<PythonFailure>(&received)) return *failure;
    const Data& reply = std::get<Data>(received);
    if (auto failure = failure_of(reply)) return *std::move(failure);
    return interface_from(reply, values_);
}

PythonHelper::Reply PythonHelper::call(
    const std::string& plugin,
    const std::vector<Value>& positional,
    const Dict& named,
    ModelAnswers& answers
) {
    return reply_to(
        "call",
        {text_member("plugin", plugin),
         {"arguments", values_.data_of(Value(positional))},
         {"named", values_.data_of(Value(named))}},
        answers
    );
}

std::optional<PythonFailure> PythonHelper::finish(ModelAnswers& answers) {
    if (!dialogue_) return std::nullopt;
    const auto received = request(Data::object({text_member("do", "finish")}), &answers);
    if (const auto* failure = std::get_if<PythonFailure>(&received)) return *failure;
    return failure_of(std::get<Data>(received));
}

PythonHelper::Reply
PythonHelper::fields(const std::string& entity, Object& instance, ModelAnswers& answers) {
    return reply_to(
        "export",
        {text_member("entity", entity), {"instance", values_.data_of(Value(instance))}},
        answers
    );
}

PythonHelper::Reply
PythonHelper::resource_name(const std::string& entity, Object& instance, ModelAnswers& answers) {
    return reply_to(
        "identify",
        {text_member("entity", entity), {"instance", values_.data_of(Value(instance))}},
        answers
    );
}

PythonHelper::Reply
PythonHelper::reference(const std::string& type, const Dict& arguments, ModelAnswers& answers) {
    return reply_to(
        "refer",
        {text_member("type", type), {"arguments", values_.data_of(Value(arguments))}},
        answers
    );
}

PythonHelper::Reply
PythonHelper::without_references(const std::string& id, const Dict& fields, ModelAnswers& answers) {
    return reply_to(
        "serialize", {text_member("id", id), {"fields", values_.data_of(Value(fields))}}, answers
    );
}

PythonHelper::Reply
PythonHelper::resolve(const std::string& id, const Dict& fields, ModelAnswers& answers) {
    return reply_to(
        "resolve", {text_member("id", id), {"fields", values_.data_of(Value(fields))}}, answers
    );
}

PythonHelper::Reply PythonHelper::requirements(
    const std::vector<ExportedResource>& resources,
    const std::map<std::string, Value::List>& instances,
    ModelAnswers& answers
) {
    Data::Array described;
    described.reserve(resources.size());
    for (const ExportedResource& one : resources) {
        Data::Array ids;
        for (const std::string& id : one.requirements)
            ids.push_back(Data::string(id));
        described.push_back(Data::object(
            {text_member("id", one.id),
             text_member("entity", one.entity),
             {"instance", values_.data_of(Value(*one.instance))},
             {"fields", values_.data_of(Value(*one.fields))},
             {"requires", Data::array(std::move(ids))}}
        ));
    }
    std::vector<Data::Member> by_entity;
    by_entity.reserve(instances.size());
    for (const auto& [entity, found] : instances)
        by_entity.emplace_back(entity, values_.data_of(Value(found)));
    return reply_to(
        "depend",
        {{"resources", Data::array(std::move(described))},
         {"instances", Data::object(std::move(by_entity))}},
        answers
    );
}

PythonHelper::Reply PythonHelper::render(
    const std::string& folder, const std::string& name, const Dict& variables, ModelAnswers& answers
) {
    return reply_to(
        "render",
        {text_member("folder", folder),
         text_member("name", name),
         {"variables", values_.data_of(Value(variables))}},
        answers
    );
}

} // namespace vow::inmanta
