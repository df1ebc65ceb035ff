#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The value of an attribute, of a promise or of a body alike. Borrows.
struct Held {
    explicit Held(const AttributeValue& value);
    explicit Held(const Data& value);

    std::optional<std::string_view> scalar = {}; ///< a text, a number or truth
    std::vector<std::string_view> texts = {};    ///< the text, or those of the list
    bool is_text = false;
    bool is_list = false;       ///< of texts only
    const Data* body = nullptr; ///< an object

    bool is_false() const;
};

/// The attributes of a promise or of a body, in written order. Borrows them.
class HeldAttributes {
public:
    explicit HeldAttributes(const Attributes& attributes);
    explicit HeldAttributes(const Data& body);

    const Held* find(std::string_view name) const; ///< null if not promised
    std::vector<std::string_view> names() const;

private:
    std::vector<std::pair<std::string_view, Held>> held_;
};

} // namespace vow
