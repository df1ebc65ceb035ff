#pragma once

#include "policy/inmanta/values/value.h"
#include "protocol/data/data.h"

#include <functional>
#include <optional>

namespace vow::inmanta {

/// Objects are dicts, unless `special` returns a value for them.
Value value_of(
    const Data& data, const std::function<std::optional<Value>(const Data& object)>& special = {}
);

/// Instances are their texts, unknown values null. JSON has no infinity, which is null as well.
Data data_of(const Value& value);
/// The same, with the data that `special` returns for instances and unknown values.
Data data_of(const Value& value, const std::function<Data(const Value&)>& special);

} // namespace vow::inmanta
