#include "policy/run/guarded.h"

#include "policy/run/budget.h"
#include "policy/run/world.h"

#include <new>
#include <stdexcept>
#include <type_traits>

namespace vow {

// A run that ends is not a step that fails.
static_assert(!std::is_base_of_v<std::exception, Cancelled>);

namespace {

/// "512 MiB", "1000 kB", "17 bytes".
std::string in_words(std::size_t bytes) {
    constexpr std::size_t kilo = 1 << 10;
    constexpr std::size_t mega = kilo << 10;
    if (bytes % mega == 0) return std::to_string(bytes / mega) + " MiB";
    if (bytes % kilo == 0) return std::to_string(bytes / kilo) + " KiB";
    return std::to_string(bytes) + " bytes";
}

} // namespace

std::string reason_of(const std::exception& failure) {
    if (dynamic_cast<const BudgetExceeded*>(&failure) != nullptr)
        return "the values of this run would take more than " + in_words(Budget::max_bytes()) +
               " together (--max-values)";
    if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
        return "there is not enough memory";
    if (dynamic_cast<const std::length_error*>(&failure) != nullptr)
        return "a value would be larger than any memory";
    return failure.what();
}

} // namespace vow
