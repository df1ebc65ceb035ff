#include "policy/cfengine/editing/file_template.h"

#include "policy/cfengine/functions/state_data.h"
#include "policy/cfengine/functions/text/mustache.h"
#include "policy/cfengine/program/reference_order.h"
#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/run/trusted_reader.h"
#include "policy/run/world.h"

namespace vow::cfengine {
namespace {

std::string text_of(const Attributes& attributes, std::string_view name) {
    const std::string* text = attributes.text(name);
    return text ? *text : std::string();
}

/// The data to render with; nullopt when the promised data cannot be read.
std::optional<Data> data_for(Surroundings& around, const TemplateUse& use) {
    if (!use.data) return state_data(around);
    if (const auto* data = std::get_if<Data>(&*use.data)) return *data;
    if (const auto* list = std::get_if<std::vector<std::string>>(&*use.data))
        return array_of(*list);
    const std::string& text = std::get<std::string>(*use.data);
    auto read = parse_data_text(text);
    if (auto* data = std::get_if<Data>(&read)) return std::move(*data);
    if (!text.starts_with("@")) {
        around.log(
            LogLevel::error,
            "Error parsing JSON expression '" + text.substr(0, 200) +
                "': " + std::get<DataError>(read).message
        );
    }
    return {};
}

Expression literal(std::string_view text, Names& names) {
    return {compile_text(text, "default", names), {}};
}

PromiseStatement insertion_of(const TemplateBlock& block, const SourceText& source, Names& names) {
    PromiseStatement promise{
        .promiser = compile_text(block.text, "default", names),
        .guard = {},
        .attributes = AttributeList({{"insert_type", literal("preserve_all_lines", names)}}),
        .span = {&source, block.begin, block.begin},
        .references = {},
        .number = 0};
    promise.references = loop_references(promise, names);
    return promise;
}

/// `absent` is the message about a file that is not there.
TemplateFailure unreadable(
    Surroundings& around,
    const TemplateUse& use,
    const CheckedAnswer<TrustedText>& read,
    std::string absent
) {
    if (read.objection)
        return {"Template file '" + use.path + "' is not trusted: " + *read.objection};
    const bool is_there = around.settled_world().host.may(Access::exists, use.path);
    if (!is_there) return {std::move(absent)};
    return {"Cannot read template file '" + use.path + "': " + read.why_not};
}

} // namespace

TemplateUse TemplateUse::of(const Attributes& files_promise) {
    TemplateUse use;
    const std::string* method = files_promise.text("template_method");
    const bool is_inline = method && *method == "inline_mustache";
    const std::string_view source = is_inline ? "edit_template_string" : "edit_template";
    if (files_promise.text(source) == nullptr) return use;
    use.method = !method || *method == "cfengine" ? Method::cfengine : Method::mustache;
    (is_inline ? use.text : use.path) = text_of(files_promise, source);
    if (const AttributeValue* data = files_promise.find("template_data")) use.data = *data;
    return use;
}

std::variant<std::string, TemplateFailure>
rendered_text(Surroundings& around, const std::string& file, const TemplateUse& use) {
    const auto data = data_for(around, use);
    if (!data) {
        return TemplateFailure{
            "No template data for the promise '" + file + "'", TemplateFailure::Harm::to_promise};
    }
    std::string text = use.text;
    if (!use.path.empty()) {
        auto read = read_trusted(around.settled_world().host, use.path);
        if (!read) {
            return unreadable(
                around,
                use,
                read,
                "Template file '" + use.path + "' could not be opened for reading"
            );
        }
        text = std::move(*read.value).take();
    }
    auto rendered = render_mustache(text, *data, around.stop());
    if (auto* made = std::get_if<std::string>(&rendered)) return std::move(*made);
    const auto& error = std::get<TemplateError>(rendered);
    around.log(error.level, error.message);
    return TemplateFailure{
        "Error rendering mustache template '" + (use.path.empty() ? use.text : use.path) + "'"};
}

std::variant<TemplateBundle, TemplateFailure> template_bundle(
    Surroundings& around, Names& names, const std::string& file, const TemplateUse& use
) {
    auto text = read_trusted(around.settled_world().host, use.path);
    if (!text) {
        return unreadable(
            around,
            use,
            text,
            "Unable to open template file '" + use.path + "' to make '" + file + "'"
        );
    }
    auto source = std::make_unique<SourceText>(use.path, *std::move(text.value));
    auto read = read_cfengine_template(source->text(), [&](std::string_view classes) {
        return around.holds(classes).value_or(false);
    });
    if (const auto* bad = std::get_if<BadTemplate>(&read))
        return TemplateFailure{"Template file '" + use.path + "' " + bad->message};
    const std::string name = "temp_cf_bundle_" + canonified(use.path);
    Section section{.type = "insert_lines", .kind = PromiseKind::edit, .promises = {}};
    for (const TemplateBlock& block : std::get<std::vector<TemplateBlock>>(read)) {
        cancel_if_stopped(around.stop());
        section.promises.push_back(insertion_of(block, *source, names));
    }
    Bundle bundle{
        .type = "edit_line",
        .name = name,
        .name_space = "default",
        .qualified = names.symbol(qualified_bundle("default", name)),
        .parameters = {},
        .sections = {std::move(section)},
        .span = {}};
    return TemplateBundle{std::move(source), std::move(bundle)};
}

Data edited_attribute(
    const std::string& file,
    const TemplateUse& use,
    const EditDefaults& defaults,
    const std::string& text
) {
    const std::string rendering = " rendering of '" + file + "' from mustache template '" +
                                  (use.path.empty() ? "inline" : use.path) + "'";
    return Data::object(
        {{"content", Data::string(text)},
         {"whole", Data::boolean(true)},
         {"backup", Data::string(defaults.backup)},
         {"rotate", Data::integer(static_cast<std::int64_t>(defaults.rotate))},
         {"message", Data::string("Updated" + rendering)},
         {"change", Data::string("update" + rendering)}}
    );
}

} // namespace vow::cfengine
