#include "protocol/system/accounts.h"
#include "protocol/system/process_table.h"

#include <doctest/doctest.h>

#include <algorithm>

#include <sys/wait.h>
#include <unistd.h>

namespace process_table_test {

using namespace vow;

TEST_CASE("the process table contains this process and its parent") {
    const auto all = running_processes();
    CHECK(std::ranges::is_sorted(all, {}, &RunningProcess::pid));
    const auto own = std::ranges::find(all, ::getpid(), &RunningProcess::pid);
    REQUIRE(own != all.end());
    CHECK(own->parent == ::getppid());
    CHECK(own->group == ::getpgrp());
    CHECK(own->owner == user_name(::geteuid()).value_or(std::to_string(::geteuid())));
    CHECK(own->command.find("unit_tests") != std::string::npos);
    CHECK(own->state == "R");
    CHECK(own->resident_size > 0);
    CHECK(own->threads >= 1);
}

TEST_CASE("a process that has ended stays a child, but is not alive, until it is waited for") {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    siginfo_t ended = {};
    ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
    CHECK(std::ranges::count(children_of(::getpid()), child) == 1);
    CHECK_FALSE(is_alive(child));
    CHECK(command_line_of(child).empty());
    ::waitpid(child, nullptr, 0);
    CHECK_FALSE(stat_of(child));
    CHECK(is_alive(::getpid()));
}

TEST_CASE("accounts are found by name and by number") {
    const auto root = find_user("root");
    REQUIRE(root);
    CHECK(root->uid == 0);
    CHECK(find_user(0U)->name == "root");
    CHECK(find_group(0U)->name == "root");
    CHECK_FALSE(find_user("no such user"));
    CHECK(user_id("root") == 0U);
    CHECK(user_id("4711") == 4711U);
    CHECK_FALSE(group_id("no such group"));
    CHECK(std::ranges::count(all_users(), "root", &User::name) == 1);
}

} // namespace process_table_test
