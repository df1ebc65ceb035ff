#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace vow::tests {
namespace {

/// Waiting for the disk would slow the tests down, and shows nothing.
const bool is_unsynced = ::setenv("VOW_DURABILITY", "none", 0) == 0;

/// Ends every run with the line "N passed, N failed, N skipped", as the test programs in Python do.
class Tally : public doctest::IReporter {
public:
    explicit Tally(const doctest::ContextOptions&) {}

    void test_run_start() override {}
    void test_case_start(const doctest::TestCaseData&) override { is_skipped_ = false; }
    void log_message(const doctest::MessageData& message) override {
        is_skipped_ =
            is_skipped_ || std::string_view(message.m_string.c_str()).starts_with(skip_mark);
    }
    void test_case_end(const doctest::CurrentTestCaseStats& ended) override {
        int& count = !ended.testCaseSuccess ? failed_ : is_skipped_ ? skipped_ : passed_;
        ++count;
    }
    void test_run_end(const doctest::TestRunStats&) override {
        std::printf("%d passed, %d failed, %d skipped\n", passed_, failed_, skipped_);
    }

    void report_query(const doctest::QueryData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}

private:
    int passed_ = 0, failed_ = 0, skipped_ = 0;
    bool is_skipped_ = false;
};

REGISTER_LISTENER("tally", 1, Tally);

} // namespace
} // namespace vow::tests
