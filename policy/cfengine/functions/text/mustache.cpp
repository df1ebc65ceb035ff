#include "policy/cfengine/functions/text/mustache.h"

#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/values/value.h"
#include "policy/run/world.h"

namespace vow::cfengine {

namespace {

using Node = TemplateNode;

void append_escaped(std::string& out, std::string_view text) {
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
}

/// Whether a section of these data is shown.
bool shows_section(const Data* data) {
    if (data == nullptr) return false;
    if (data->kind() == Data::Kind::boolean) return data->truth();
    return data->kind() == Data::Kind::object || data->size() > 0;
}

/// The values of {{.}} and {{@}} inside a section.
struct Context {
    const Data* data;               ///< null in an inverted section of an unknown name
    std::optional<std::string> key; ///< nullopt outside a section of a container
};

class Renderer {
public:
    Renderer(const Data& data, const Stop& stop) : stop_(stop) { contexts_.push_back({&data, {}}); }

    std::variant<std::string, TemplateError> render(const std::vector<Node>& nodes) {
        append(nodes);
        if (error_) return std::move(*error_);
        return std::move(out_);
    }

private:
    void append(const std::vector<Node>& nodes) {
        cancel_if_stopped(stop_);
        for (const Node& node : nodes) {
            if (error_) return;
            check_value_size(out_.size());
            switch (node.kind) {
            case Node::Kind::text: out_ += node.text; break;
            case Node::Kind::variable: append_variable(node); break;
            case Node::Kind::section: append_section(node); break;
            case Node::Kind::inverted_section: append_inverted(node); break;
            }
        }
    }

    /// Sections that are not rendered can be wrong all the same.
    void check(const std::vector<Node>& nodes) {
        for (const Node& node : nodes) {
            if (node.kind != Node::Kind::section && node.kind != Node::Kind::inverted_section)
                continue;
            section_data(node);
            check(node.children);
        }
    }

    /// Null if the name is unknown.
    const Data* section_data(const Node& node) {
        const Data* const data = find(node.text);
        if (data && !data->is_container() && data->kind() != Data::Kind::boolean) {
            fail(
                "Mustache sections can only take a boolean or a container (array or map) value, "
                "but section '" +
                    std::string(node.text) + "' isn't getting one of those.",
                LogLevel::warning
            );
        }
        return data;
    }

    const Data* find(std::string_view name) const {
        if (name == ".") return contexts_.back().data;
        if (name == "-top-") return contexts_.front().data;
        const auto dot = name.find('.');
        const Data* found = nullptr;
        for (auto at = contexts_.rbegin(); at != contexts_.rend() && found == nullptr; ++at) {
            if (at->data != nullptr) found = at->data->find(name.substr(0, dot));
        }
        return found != nullptr && dot != name.npos ? member(*found, name.substr(dot + 1)) : found;
    }

    static const Data* member(const Data& data, std::string_view path) {
        const Data* found = &data;
        while (found != nullptr && !path.empty()) {
            const auto dot = path.find('.');
            found = found->find(path.substr(0, dot));
            path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
        }
        return found;
    }

    void append_variable(const Node& node) {
        if (node.text == "@") return append_key();
        const Data* const data = find(node.text);
        if (data == nullptr) return;
        const bool is_scalar = !data->is_container();
        if (node.conversion == Node::Conversion::escaped && is_scalar)
            append_escaped(out_, scalar_text(*data));
        else if (is_scalar)
            out_ += scalar_text(*data);
        else if (node.conversion == Node::Conversion::compact)
            out_ += compact_json(*data);
        else if (node.conversion == Node::Conversion::pretty)
            out_ += pretty_json(*data);
        else
            fail(
                "{{" + std::string(node.text) +
                "}} cannot expand a container: {{$name}} and {{%name}} can"
            );
    }

    void append_key() {
        const auto& key = contexts_.back().key;
        if (key)
            out_ += *key;
        else
            fail("{{@}} is outside a section");
    }

    void append_section(const Node& node) {
        const Data* const data = section_data(node);
        if (!shows_section(data)) return check(node.children);
        if (data->kind() == Data::Kind::array) {
            for (std::size_t i = 0; i < data->size(); ++i)
                append_inside(node, {data->at(i), std::to_string(i)});
        } else if (data->kind() == Data::Kind::object && node.uses_key) {
            for (const Data::Member& each : data->members())
                append_inside(node, {&each.second, each.first});
        } else if (data->kind() == Data::Kind::boolean) {
            append_within(node, data);
        } else {
            append_inside(node, {data, ""});
        }
    }

    void append_inverted(const Node& node) {
        const Data* const data = section_data(node);
        shows_section(data) ? check(node.children) : append_within(node, data);
    }

    /// Appends a section that has no key of its own.
    void append_within(const Node& node, const Data* data) {
        append_inside(node, {data, contexts_.back().key});
    }

    void append_inside(const Node& node, Context context) {
        contexts_.push_back(std::move(context));
        append(node.children);
        contexts_.pop_back();
    }

    /// The first error counts.
    void fail(std::string message, LogLevel level = LogLevel::error) {
        if (!error_) error_ = {.message = std::move(message), .level = level};
    }

    const Stop& stop_;
    std::vector<Context> contexts_ = {};
    std::string out_ = {};
    std::optional<TemplateError> error_ = {};
};

} // namespace

std::variant<std::string, TemplateError>
render_mustache(std::string_view text, const Data& data, const Stop& stop) {
    auto nodes = read_template(text);
    if (auto* error = std::get_if<TemplateError>(&nodes)) return std::move(*error);
    return Renderer(data, stop).render(std::get<std::vector<Node>>(nodes));
}

} // namespace vow::cfengine
