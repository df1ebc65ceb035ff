#pragma once

#include "policy/inmanta/values/value.h"
#include "protocol/data/data.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vow::inmanta {

/// Values as the Python helper gets and returns them: JSON, in which {"$instance": N, "type": T} is
/// an instance, {"$unknown": true} an unknown value, and {"$reference": N, "type": T, "text": ...}
/// a deferred one. Instances get their numbers when they are first sent; Python numbers references.
class WireValues {
public:
    Data data_of(const Value& value);
    /// Nullopt for an instance that was never sent.
    std::optional<Value> value_of(const Data& data) const;
    /// Null for a number that no instance has.
    Object* instance(const Data& number) const;

private:
    Data data_of(Object& instance);

    std::vector<Object*> instances_;
    std::unordered_map<const Object*, std::size_t> numbers_;
};

} // namespace vow::inmanta
