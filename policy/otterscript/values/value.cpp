#include "policy/otterscript/values/value.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace vow::otterscript {

char mark_of(Sign sign) {
    switch (sign) {
    case Sign::scalar: return '$';
    case Sign::vector: return '@';
    case Sign::map: return '%';
    }
    return '$';
}

std::string_view noun_of(Sign sign) {
    switch (sign) {
    case Sign::scalar: return "scalar";
    case Sign::vector: return "vector";
    case Sign::map: return "map";
    }
    return {};
}

namespace {

/// How many more items a list of that size gets room for, so that it is seldom copied.
std::size_t room_for(std::size_t size) {
    constexpr std::size_t least = 8;
    return std::max(least, size);
}

std::ptrdiff_t distance(std::size_t places) {
    return static_cast<std::ptrdiff_t>(places);
}

} // namespace

Value::Value(Vector items) {
    const std::size_t size = items.size();
    content_ = Items{std::make_shared<Vector>(std::move(items)), size};
}
Value::Value(Map map) : content_(std::make_shared<Map>(std::move(map))) {}

Value Value::empty(Sign sign) {
    switch (sign) {
    case Sign::scalar: return {};
    case Sign::vector: return Vector();
    case Sign::map: return Map();
    }
    return {};
}

bool Value::holds_containers() const {
    switch (sign()) {
    case Sign::scalar: return false;
    case Sign::vector: return !std::ranges::all_of(*std::get<1>(content_).list, &Value::is_text);
    case Sign::map: return map().holds_containers();
    }
    return true;
}

Value Value::appended(Value item) const {
    Items result = std::get<1>(content_);
    const bool is_followed = result.list->size() > result.first + result.size;
    const bool is_full = result.list->size() == result.list->capacity();
    // A list that held itself, by way of an item, would never be freed.
    const bool is_same =
        item.sign() == Sign::vector && std::get<1>(item.content_).list == result.list;
    if (is_followed || is_full || is_same || item.holds_containers()) {
        auto longer = std::make_shared<Vector>();
        longer->reserve(result.size + room_for(result.size));
        longer->insert(longer->end(), items().begin(), items().end());
        result.list = std::move(longer);
        result.first = 0;
    }
    result.list->push_back(std::move(item));
    ++result.size;
    Value value;
    value.content_ = std::move(result);
    return value;
}

Value::Items& Value::own_items() {
    Items& own = std::get<1>(content_);
    if (own.list.use_count() > 1) {
        const std::span<const Value> shared = items();
        own.list = std::make_shared<Vector>(shared.begin(), shared.end());
        own.first = 0;
    }
    own.list->resize(own.first + own.size); // without items of longer vectors that are no more
    return own;
}

Value& Value::own_item(std::size_t index) {
    Items& own = own_items();
    own.list->resize(own.first + std::max(own.size, index + 1));
    own.size = own.list->size() - own.first;
    return (*own.list)[own.first + index];
}

void Value::insert(std::size_t index, Value item) {
    const bool is_shared = std::get<1>(content_).list.use_count() > 1;
    if (is_shared && index == items().size()) {
        *this = appended(std::move(item));
        return;
    }
    Items& own = own_items();
    if (index > 0 || own.size == 0) {
        own.list->insert(own.list->begin() + distance(own.first + index), std::move(item));
    } else {
        if (own.first == 0) {
            const std::size_t room = room_for(own.size);
            own.list->reserve(room + own.size + room);
            own.list->insert(own.list->begin(), room, Value());
            own.first = room;
        }
        --own.first;
        (*own.list)[own.first] = std::move(item);
    }
    ++own.size;
}

void Value::erase(std::size_t index) {
    Items& own = own_items();
    if (index > 0) {
        own.list->erase(own.list->begin() + distance(own.first + index));
    } else {
        (*own.list)[own.first] = Value();
        ++own.first;
    }
    --own.size;
}

void Value::append(Vector further) {
    Items& own = own_items();
    std::ranges::move(further, std::back_inserter(*own.list));
    own.size = own.list->size() - own.first;
}

bool Value::shares_items(const Value& other) const {
    if (sign() != Sign::vector || other.sign() != Sign::vector) return false;
    return items().data() == other.items().data() && items().size() == other.items().size();
}

Map& Value::own_map() {
    auto& map = std::get<2>(content_);
    if (map.use_count() > 1) map = std::make_shared<Map>(*map);
    return *map;
}

bool operator==(const Value& left, const Value& right) {
    if (left.sign() != right.sign()) return false;
    switch (left.sign()) {
    case Sign::scalar: return left.text() == right.text();
    case Sign::vector: return std::ranges::equal(left.items(), right.items());
    case Sign::map: return left.map() == right.map();
    }
    return false;
}

namespace {

/// Values share their parts, data repeats them: 40 maps that hold the one before twice would become
/// a trillion members.
class Conversion {
public:
    Data of(const Value& value) {
        constexpr std::size_t max_parts = 4'000'000;
        if (++parts_ > max_parts)
            throw std::runtime_error("a value of more than 4 million parts is too large");
        switch (value.sign()) {
        case Sign::scalar: return Data::string(value.text());
        case Sign::vector: {
            Data::Array items;
            for (const Value& item : value.items())
                items.push_back(of(item));
            return Data::array(std::move(items));
        }
        case Sign::map: {
            std::vector<Data::Member> members;
            for (const auto& [key, item] : value.map().items())
                members.emplace_back(key, of(item));
            return Data::object(std::move(members));
        }
        }
        return {};
    }

private:
    std::size_t parts_ = 0;
};

} // namespace

Data data_from(const Value& value) {
    return Conversion().of(value);
}

Value value_from(const Data& data) {
    switch (data.kind()) {
    case Data::Kind::array: {
        Vector items;
        for (const Data& item : data.items())
            items.push_back(value_from(item));
        return items;
    }
    case Data::Kind::object: {
        Map map;
        for (const auto& [name, member] : data.members())
            map.at(name) = value_from(member);
        return map;
    }
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real:
    case Data::Kind::string: break;
    }
    return std::string(data.text());
}

PlainValue attribute_from(const Value& value) {
    if (value.is_text()) return value.text();
    if (value.sign() == Sign::map || !std::ranges::all_of(value.items(), &Value::is_text))
        return data_from(value);
    std::vector<std::string> texts;
    for (const Value& item : value.items())
        texts.push_back(item.text());
    return texts;
}

Value vector_of(const std::vector<std::string>& texts) {
    return Vector(texts.begin(), texts.end());
}

} // namespace vow::otterscript
