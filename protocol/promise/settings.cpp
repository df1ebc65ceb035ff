#include "protocol/promise/settings.h"

#include "protocol/text/number.h"

namespace vow {

namespace {

std::optional<std::string> scalar(const Data& data) {
    if (data.is_container() || data.kind() == Data::Kind::null) return std::nullopt;
    return std::string(data.text());
}

std::optional<std::string> scalar(const AttributeValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* data = std::get_if<Data>(&value)) return scalar(*data);
    return std::nullopt;
}

std::vector<std::string> texts(const Data& data) {
    if (auto one = scalar(data)) return {std::move(*one)};
    std::vector<std::string> all;
    for (const Data& item : data.items()) {
        if (auto one = scalar(item)) all.push_back(std::move(*one));
    }
    return all;
}

std::vector<std::string> texts(const AttributeValue& value) {
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return *list;
    if (const auto* data = std::get_if<Data>(&value)) return texts(*data);
    return {std::get<std::string>(value)};
}

} // namespace

bool is_true(std::string_view word) {
    return word == "true" || word == "yes" || word == "on";
}

bool Settings::has(std::string_view name) const {
    return attributes_ != nullptr ? attributes_->find(name) != nullptr
                                  : body_->find(name) != nullptr;
}

std::optional<std::string> Settings::text(std::string_view name) const {
    if (attributes_ != nullptr) {
        const AttributeValue* value = attributes_->find(name);
        return value == nullptr ? std::nullopt : scalar(*value);
    }
    const Data* value = body_->find(name);
    return value == nullptr ? std::nullopt : scalar(*value);
}

std::string Settings::text_or(std::string_view name, std::string_view otherwise) const {
    return text(name).value_or(std::string(otherwise));
}

bool Settings::holds(std::string_view name) const {
    return is_true(text_or(name, "false"));
}

bool Settings::is_true_by_default(std::string_view name) const {
    return is_true(text_or(name, "true"));
}

std::optional<std::int64_t> Settings::number(std::string_view name) const {
    const auto digits = text(name);
    return digits ? integer_from(*digits) : std::nullopt;
}

std::vector<std::string> Settings::list(std::string_view name) const {
    if (attributes_ != nullptr) {
        const AttributeValue* value = attributes_->find(name);
        return value == nullptr ? std::vector<std::string>() : texts(*value);
    }
    const Data* value = body_->find(name);
    return value == nullptr ? std::vector<std::string>() : texts(*value);
}

std::optional<Settings> Settings::body(std::string_view name) const {
    const Data* data = nullptr;
    if (attributes_ != nullptr) {
        const AttributeValue* value = attributes_->find(name);
        if (value != nullptr) data = std::get_if<Data>(value);
    } else {
        data = body_->find(name);
    }
    if (data == nullptr || data->kind() != Data::Kind::object) return std::nullopt;
    return Settings(*data);
}

} // namespace vow
