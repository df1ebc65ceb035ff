#include "policy/run/guarded.h"

#include "policy/run/cancelled.h"

#include <new>
#include <stdexcept>
#include <type_traits>

namespace vow {

// A run that ends is not a step that fails.
static_assert(!std::is_base_of_v<std::exception, Cancelled>);

std::string reason_of(const std::exception& failure) {
    if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
        return "there is not enough memory";
    if (dynamic_cast<const std::length_error*>(&failure) != nullptr)
        return "a value would be larger than any memory";
    return failure.what();
}

} // namespace vow
