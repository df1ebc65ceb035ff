#pragma once

#include <doctest/doctest.h>

#include <string>

#include <rapidcheck.h>

namespace vow::tests {

/// Checks a property with random input; a failure prints the smallest input found and fails the
/// test.
template <class Property>
void check_property(const std::string& what, Property property) {
    CHECK(rc::check(what, std::move(property)));
}

} // namespace vow::tests
