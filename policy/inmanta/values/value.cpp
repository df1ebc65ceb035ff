#include "policy/inmanta/values/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

namespace vow::inmanta {
namespace {

bool is_amount(const Value& value) {
    return value.is_number() || value.truth() != nullptr;
}

std::string quoted(const std::string& text) {
    const char quote =
        text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
    std::string result(1, quote);
    for (const char c : text) {
        if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\\' || c == quote)
            result += std::string("\\") + c;
        else
            result += c;
    }
    return result + quote;
}

/// Most relations of a model are empty: these share one list.
std::shared_ptr<const Value::List> shared(Value::List items) {
    static const auto empty = std::make_shared<const Value::List>();
    return items.empty() ? empty : std::make_shared<const Value::List>(std::move(items));
}

std::string text_of_truth(bool truth, Style style) {
    if (style == Style::model) return truth ? "true" : "false";
    return truth ? "True" : "False";
}

/// Writes lists and dicts. Values share their parts, their texts repeat them: without a limit, 40
/// dicts that hold the one before twice would have a text of terabytes.
class ContainerText {
public:
    explicit ContainerText(Style style) : style_(style) {}

    std::string of(const Value& container) {
        add(container);
        return std::move(text_);
    }

private:
    void add(const Value& value) {
        constexpr std::size_t max_bytes = std::size_t{64} << 20U;
        if (value.list() != nullptr)
            add(*value.list());
        else if (value.dict() != nullptr)
            add(*value.dict());
        else
            text_ += quoted_text_of(value, style_);
        if (text_.size() > max_bytes)
            throw std::runtime_error("A text of more than 64 MiB is too large");
    }
    void add(const Value::List& items) {
        text_ += '[';
        std::string_view between;
        for (const Value& item : items) {
            text_ += between;
            add(item);
            between = ", ";
        }
        text_ += ']';
    }
    void add(const Dict& dict) {
        text_ += '{';
        std::string_view between;
        for (const auto& [key, value] : dict.members()) {
            text_.append(between).append(quoted(key)).append(": ");
            add(value);
            between = ", ";
        }
        text_ += '}';
    }

    Style style_;
    std::string text_;
};

} // namespace

Value::Value(std::string text) : content_(std::make_shared<const std::string>(std::move(text))) {}
Value::Value(List items) : content_(shared(std::move(items))) {}
Value::Value(Dict members) : content_(std::make_shared<const Dict>(std::move(members))) {}
Value::Value(Deferred deferred) : content_(std::make_shared<const Deferred>(std::move(deferred))) {}

const std::string* Value::string() const {
    const auto* text = std::get_if<std::shared_ptr<const std::string>>(&content_);
    return text != nullptr ? text->get() : nullptr;
}

const Value::List* Value::list() const {
    const auto* items = std::get_if<std::shared_ptr<const List>>(&content_);
    return items != nullptr ? items->get() : nullptr;
}

const Dict* Value::dict() const {
    const auto* members = std::get_if<std::shared_ptr<const Dict>>(&content_);
    return members != nullptr ? members->get() : nullptr;
}

Object* Value::object() const {
    Object* const* found = std::get_if<Object*>(&content_);
    return found != nullptr ? *found : nullptr;
}

const Deferred* Value::deferred() const {
    const auto* found = std::get_if<std::shared_ptr<const Deferred>>(&content_);
    return found != nullptr ? found->get() : nullptr;
}

double Value::as_real() const {
    if (const bool* flag = truth()) return *flag ? 1 : 0;
    if (const std::int64_t* number = integer()) return static_cast<double>(*number);
    return real() != nullptr ? *real() : 0;
}

bool operator==(const Value& left, const Value& right) {
    if (left.integer() != nullptr && right.integer() != nullptr)
        return *left.integer() == *right.integer();
    if (is_amount(left) && is_amount(right)) return left.as_real() == right.as_real();
    if (left.string() != nullptr && right.string() != nullptr)
        return *left.string() == *right.string();
    if (left.list() != nullptr && right.list() != nullptr) return *left.list() == *right.list();
    if (left.dict() != nullptr && right.dict() != nullptr) return *left.dict() == *right.dict();
    if (left.deferred() != nullptr && right.deferred() != nullptr)
        return left.deferred()->number == right.deferred()->number;
    return left.content_ == right.content_;
}

namespace {

/// Looks at parts that are shared once: dicts of dicts may have more parts than any memory.
class PartSearch {
public:
    explicit PartSearch(bool (*matches)(const Value&)) : matches_(matches) {}

    bool finds_in(const Value& value) {
        if (const Value::List* items = value.list()) {
            if (!visited_.insert(items).second) return false;
            return std::ranges::any_of(*items, [this](const Value& item) {
                return finds_in(item);
            });
        }
        const Dict* dict = value.dict();
        if (dict == nullptr) return matches_(value);
        if (!visited_.insert(dict).second) return false;
        return std::ranges::any_of(dict->members(), [this](const Dict::Member& member) {
            return finds_in(member.second);
        });
    }

private:
    bool (*matches_)(const Value&);
    std::unordered_set<const void*> visited_; ///< lists and dicts
};

} // namespace

bool holds_unknown(const Value& value) {
    const bool is_container = value.list() != nullptr || value.dict() != nullptr;
    const auto is_unknown = [](const Value& part) { return part.is_unknown(); };
    return is_container ? PartSearch(is_unknown).finds_in(value) : value.is_unknown();
}

bool holds_deferred(const Value& value) {
    return PartSearch([](const Value& part) { return part.deferred() != nullptr; }).finds_in(value);
}

void Dict::set(std::string key, Value value) {
    const auto [found, is_new] = positions_.try_emplace(key, members_.size());
    if (is_new)
        members_.emplace_back(std::move(key), std::move(value));
    else
        members_[found->second].second = std::move(value);
}

const Value* Dict::find(const std::string& key) const {
    const auto found = positions_.find(key);
    return found == positions_.end() ? nullptr : &members_[found->second].second;
}

bool operator==(const Dict& left, const Dict& right) {
    if (left.members_.size() != right.members_.size()) return false;
    for (const auto& [key, value] : left.members_) {
        const Value* other = right.find(key);
        if (other == nullptr || !(*other == value)) return false;
    }
    return true;
}

std::string text_of_real(double number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    std::string text(digits.data(), end);
    if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string text_of(const Value& value, Style style) {
    if (value.is_null()) return "null";
    if (value.is_unknown()) return "<<undefined>>";
    if (value.truth() != nullptr) return text_of_truth(*value.truth(), style);
    if (value.integer() != nullptr) return std::to_string(*value.integer());
    if (value.real() != nullptr) return text_of_real(*value.real());
    if (value.string() != nullptr) return *value.string();
    if (value.list() != nullptr || value.dict() != nullptr) return ContainerText(style).of(value);
    if (value.deferred() != nullptr) return value.deferred()->text;
    return value.object()->text();
}

std::string quoted_text_of(const Value& value, Style style) {
    if (value.object() != nullptr) return std::string(value.object()->type_name());
    return value.string() != nullptr ? quoted(*value.string()) : text_of(value, style);
}

std::string_view type_word_of(const Value& value) {
    if (value.truth() != nullptr) return "bool";
    if (value.integer() != nullptr) return "int";
    if (value.real() != nullptr) return "float";
    if (value.string() != nullptr) return "str";
    if (value.list() != nullptr) return "list";
    if (value.dict() != nullptr) return "dict";
    if (value.object() != nullptr) return value.object()->type_name();
    if (value.deferred() != nullptr) return "reference";
    return value.is_null() ? "null" : "unknown";
}

} // namespace vow::inmanta
