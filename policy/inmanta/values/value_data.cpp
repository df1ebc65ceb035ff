#include "policy/inmanta/values/value_data.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace vow::inmanta {

Value value_of(
    const Data& data, const std::function<std::optional<Value>(const Data& object)>& special
) {
    switch (data.kind()) {
    case Data::Kind::null: return {};
    case Data::Kind::boolean: return data.truth();
    case Data::Kind::integer: {
        std::int64_t number = 0;
        const std::string_view digits = data.text();
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (read.ec == std::errc()) return number;
        return data.as_real();
    }
    case Data::Kind::real: return data.as_real();
    case Data::Kind::string: return std::string(data.text());
    case Data::Kind::array: {
        Value::List items;
        for (const Data& item : data.items())
            items.push_back(value_of(item, special));
        return items;
    }
    case Data::Kind::object: {
        auto found = special ? special(data) : std::nullopt;
        if (found) return *std::move(found);
        Dict members;
        for (const auto& [name, member] : data.members())
            members.set(name, value_of(member, special));
        return members;
    }
    }
    return {};
}

Data data_of(const Value& value) {
    return data_of(value, [](const Value& other) {
        return other.is_unknown() ? Data() : Data::string(text_of(other));
    });
}

namespace {

/// Values share their parts, data repeats them.
class Conversion {
public:
    explicit Conversion(const std::function<Data(const Value&)>& special) : special_(special) {}

    Data of(const Value& value) {
        constexpr std::size_t max_parts = 4'000'000;
        if (++parts_ > max_parts)
            throw std::runtime_error("A value of more than 4 million parts is too large");
        if (value.is_null()) return {};
        if (value.truth() != nullptr) return Data::boolean(*value.truth());
        if (value.integer() != nullptr) return Data::integer(*value.integer());
        if (value.real() != nullptr)
            return std::isfinite(*value.real()) ? Data::real(*value.real()) : Data();
        if (value.string() != nullptr) return Data::string(*value.string());
        if (value.list() != nullptr) {
            Data::Array items;
            for (const Value& item : *value.list())
                items.push_back(of(item));
            return Data::array(std::move(items));
        }
        if (value.dict() != nullptr) {
            std::vector<Data::Member> members;
            for (const auto& [name, member] : value.dict()->members())
                members.emplace_back(name, of(member));
            return Data::object(std::move(members));
        }
        return special_(value);
    }

private:
    const std::function<Data(const Value&)>& special_;
    std::size_t parts_ = 0;
};

} // namespace

Data data_of(const Value& value, const std::function<Data(const Value&)>& special) {
    return Conversion(special).of(value);
}

} // namespace vow::inmanta
