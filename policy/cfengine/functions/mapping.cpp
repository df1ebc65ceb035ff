#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/command_line.h"
#include "policy/cfengine/program/surroundings.h"
#include "policy/cfengine/values/variable_name.h"

#include <unordered_set>

namespace vow::cfengine::families {

namespace {

enum class Mapping { plain, canonify, json };

/// A key or value as inserted into a pattern: escaped for JSON.
std::string bound(std::string_view text, Mapping mapping) {
    if (mapping != Mapping::json) return std::string(text);
    std::string quoted;
    append_json_string(quoted, text);
    return quoted.substr(1, quoted.size() - 2);
}

std::string element_text(const Data& element) {
    return element.kind() == Data::Kind::null ? "null" : scalar_text(element);
}

/// The pattern with the bindings inserted; nullopt if one of them was not.
std::optional<std::string> mapped_text(Call& call, std::size_t pattern, const Bindings& bindings) {
    cancel_if_stopped(call.around().stop());
    auto text = call.around().mapped(pattern, bindings);
    if (!text) return std::nullopt;
    for (const auto& [name, value] : bindings) {
        if (text->find("$(" + name + ")") != text->npos ||
            text->find("${" + name + "}") != text->npos)
            return std::nullopt;
    }
    return text;
}

/// Maps the elements of a container and of its nested containers through argument `pattern`.
class Mapper {
public:
    Mapper(Call& call, std::size_t pattern, Mapping mapping)
        : call_(call),
          pattern_(pattern),
          mapping_(mapping) {}

    /// nullopt if a part of the pattern stayed unresolved.
    std::optional<std::vector<std::string>> map(const Data& container) {
        for (const auto& [key, element] : keyed(container)) {
            const Bindings bindings = {{"this.k", bound(key, mapping_)}};
            const bool mapped = element->is_container() ? add_inner(bindings, *element)
                                                        : add(bindings, *element).has_value();
            if (!mapped) return std::nullopt;
        }
        return std::move(out_);
    }

private:
    using Keyed = std::vector<std::pair<std::string, const Data*>>;

    static Keyed keyed(const Data& container) {
        Keyed all;
        for (const Data& item : container.items())
            all.emplace_back(std::to_string(all.size()), &item);
        for (const auto& [name, value] : container.members())
            all.emplace_back(name, &value);
        return all;
    }

    std::optional<std::string> mapped(Bindings bindings, const Data& element) {
        bindings.emplace_back("this.v", bound(element_text(element), mapping_));
        auto text = mapped_text(call_, pattern_, bindings);
        if (!text) return text;
        size_ += item_size(*text);
        check_value_size(size_);
        return mapping_ == Mapping::canonify ? canonified(*text) : text;
    }

    std::optional<std::string> add(const Bindings& bindings, const Data& element) {
        auto text = mapped(bindings, element);
        if (text) out_.push_back(*text);
        return text;
    }

    /// A result within a nested container is left out if it is in the list already.
    bool add_inner(const Bindings& bindings, const Data& container) {
        const bool has_keys = container.kind() == Data::Kind::object;
        for (const auto& [key, element] : keyed(container)) {
            if (element->is_container() || element->kind() == Data::Kind::null) continue;
            Bindings inner = bindings;
            if (has_keys) inner.emplace_back("this.k[1]", bound(key, mapping_));
            const auto text = mapped(std::move(inner), *element);
            if (!text) return false;
            for (; seen_count_ < out_.size(); ++seen_count_)
                seen_.insert(out_[seen_count_]);
            if (!seen_.contains(*text)) out_.push_back(*text);
        }
        return true;
    }

    Call& call_;
    std::size_t pattern_;
    Mapping mapping_;
    std::vector<std::string> out_ = {};
    std::size_t size_ = 0;                      ///< of the results
    std::unordered_set<std::string> seen_ = {}; ///< of the first `seen_count_` results
    std::size_t seen_count_ = 0;
};

Result maparray(Call& call) {
    const auto container = call.data(1);
    if (!container) return std::nullopt;
    auto mapped = Mapper(call, 0, Mapping::plain).map(*container);
    if (!mapped) return std::nullopt;
    return Value::list(std::move(*mapped));
}

/// Parses the results as JSON and skips those that are not.
Data parsed_items(Call& call, const std::vector<std::string>& texts) {
    Data::Array items;
    for (const std::string& text : texts) {
        auto read = inline_data(text, call.around());
        if (auto* const data = std::get_if<Data>(&read))
            items.push_back(std::move(*data));
        else
            call.fail("'" + text + "' is not JSON, skipping it", LogLevel::verbose);
    }
    return Data::array(std::move(items));
}

/// The JSON values, of one or more lines each, that a program prints for a JSON input.
Result piped(Call& call, const std::string& command, const Data& container) {
    if (!call.may_run_programs()) return std::nullopt;
    Host& host = call.around().settled_world().host;
    Command wanted = command_from(command, Shell::none, json_text(container));
    std::string& program = wanted.arguments.front();
    if (program.find('/') == std::string::npos) {
        auto path = program_on_path(host, program);
        if (!path) return call.fail("the program '" + program + "' was not found on PATH");
        program = *std::move(path);
    }
    const auto ran = host.run(wanted);
    if (!ran) return call.fail("cannot run '" + command + "': " + ran.why_not);
    Data::Array items;
    std::string pending;
    std::string_view rest = ran->output;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size() - 1);
        pending.append(rest, 0, end + 1);
        rest.remove_prefix(end + 1);
        auto parsed = parse_json(pending);
        auto* const data = std::get_if<Data>(&parsed);
        if (data == nullptr) continue;
        items.push_back(std::move(*data));
        pending.clear();
    }
    if (items.empty()) return call.fail("'" + command + "' printed no JSON");
    return Value::data(Data::array(std::move(items)));
}

Result mapdata(Call& call) {
    const std::string& conversion = call.text(0);
    const auto container = call.data(2);
    if (!container) return std::nullopt;
    if (conversion == "json_pipe") {
        const auto command = call.around().mapped(1, {});
        if (!command) return std::nullopt;
        return piped(call, *command, *container);
    }
    const Mapping mapping = conversion == "json"       ? Mapping::json
                            : conversion == "canonify" ? Mapping::canonify
                                                       : Mapping::plain;
    const auto mapped = Mapper(call, 1, mapping).map(*container);
    if (!mapped) return std::nullopt;
    return Value::data(mapping == Mapping::json ? parsed_items(call, *mapped) : array_of(*mapped));
}

Result maplist(Call& call) {
    const auto list = call.list(1);
    if (!list) return std::nullopt;
    std::vector<std::string> out;
    std::size_t size = 0;
    out.reserve((*list)->size());
    for (const std::string& item : call.elements(*list)) {
        auto mapped = mapped_text(call, 0, {{"this", item}});
        if (!mapped) return std::nullopt;
        size += item_size(*mapped);
        check_value_size(size);
        out.push_back(std::move(*mapped));
    }
    return Value::list(std::move(out));
}

} // namespace

std::span<const Function> mapping() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "maparray",
         .result = ResultType::slist,
         .parameters = {{"pattern", mapped}, {"array", collection}},
         .required = 2,
         .help = "The pattern for each element, with $(this.k) and $(this.v) as its key and value.",
         .example = R"x(maparray("$(this.k)=$(this.v)", '{ "a": "1", "b": "2" }'))x",
         .body = maparray},
        {.name = "mapdata",
         .result = ResultType::data,
         .parameters =
             {{"conversion", option, "none,canonify,json,json_pipe"},
              {"pattern", mapped},
              {"container", collection}},
         .required = 3,
         .help =
             "Data made of the pattern for each element, optionally canonified, parsed as JSON or "
             "piped through a command.",
         .example = R"x(mapdata("none", "$(this.k)=$(this.v)", '{ "a": "1", "b": "2" }'))x",
         .body = mapdata},
        {.name = "maplist",
         .result = ResultType::slist,
         .parameters = {{"pattern", mapped}, {"list", collection}},
         .required = 2,
         .help = "The pattern for each element, with $(this) as the element.",
         .example = R"x(maplist("/home/$(this)", '["ada", "alan"]'))x",
         .body = maplist},
    };
    return table;
}

} // namespace vow::cfengine::families
