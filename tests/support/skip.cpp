#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>

namespace vow::tests {

namespace {

bool is_required(std::string_view thing) {
    const char* required = std::getenv("VOW_REQUIRED");
    std::istringstream words(required ? required : "");
    for (std::string word; words >> word;) {
        if (word == thing) return true;
    }
    return false;
}

} // namespace

void skip_without(std::string_view thing, const std::string& why) {
    const std::string message = std::string(skip_mark).append(thing).append(": ") + why;
    if (is_required(thing))
        FAIL_CHECK(message);
    else
        MESSAGE(message);
}

} // namespace vow::tests
