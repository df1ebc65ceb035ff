#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The value of an attribute, of a promise or of a body alike. Borrows.
struct ValueView {
    explicit ValueView(const AttributeValue& value);
    explicit ValueView(const Data& value);

    std::optional<std::string_view> scalar = {}; ///< a text, a number or truth
    std::vector<std::string_view> texts = {};    ///< the text, or those of the list
    bool is_text = false;
    bool is_list = false;       ///< of texts only
    const Data* body = nullptr; ///< an object

    bool is_false() const;
};

/// The attributes of a promise or of a body, in written order. Borrows them.
class AttributeValues {
public:
    explicit AttributeValues(const Attributes& attributes);
    explicit AttributeValues(const Data& body);

    const ValueView* find(std::string_view name) const; ///< null if not promised
    std::vector<std::string_view> names() const;

private:
    std::vector<std::pair<std::string_view, ValueView>> held_;
};

} // namespace vow
