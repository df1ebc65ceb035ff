#include "protocol/wire/message.h"

#include <doctest/doctest.h>

namespace message_test {

using namespace vow;
using namespace vow::wire;

TEST_CASE("each operation has results of its own") {
    CHECK(result_from(Operation::validate_promise, "valid") == Result::valid);
    CHECK_FALSE(result_from(Operation::validate_promise, "kept").has_value());
    CHECK(result_from(Operation::evaluate_promise, "not_kept") == Result::not_kept);
    CHECK_FALSE(result_from(Operation::evaluate_promise, "success").has_value());
    CHECK(result_from(Operation::terminate, "error") == Result::error);
    CHECK(results_of(Operation::describe) == "'success' or 'error'");
    CHECK(results_of(Operation::evaluate_promise) == "'kept', 'repaired', 'not_kept' or 'error'");
}

TEST_CASE("operations are found by their words") {
    CHECK(operation_from("terminate") == Operation::terminate);
    CHECK(operation_from("describe") == Operation::describe);
    CHECK_FALSE(operation_from("describes").has_value());
    CHECK(text_of(Operation::validate_promise) == "validate_promise");
    CHECK(text_of(Result::not_kept) == "not_kept");
}

TEST_CASE("every action policy other than nop and fix is sent to a module as warn") {
    CHECK(action_policy_of(Terms::Policy::fix).empty());
    CHECK(action_policy_of(Terms::Policy::nop) == "nop");
    CHECK(action_policy_of(Terms::Policy::warn) == "warn");
    CHECK(action_policy_of(Terms::Policy::dry_run) == "warn");
    CHECK(action_policy_of(Terms::Policy::simulate) == "warn");
}

} // namespace message_test
