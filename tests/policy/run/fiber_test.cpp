#include "policy/run/fiber.h"
#include "policy/run/sanitizers.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include <sys/mman.h>

namespace fiber_test {

using namespace vow;

namespace {

// Every call needs some kilobytes, which the usual stack does not have so often.
int depth_reached(int wanted, int depth = 0) {
    volatile char local[2048] = {};
    local[0] = static_cast<char>(depth);
    return depth == wanted ? depth + local[1] : depth_reached(wanted, depth + 1) + local[1];
}

} // namespace

TEST_CASE("a fiber continues where it was suspended") {
    std::string trace;
    Fiber* self = nullptr;
    Fiber fiber(Fiber::Stack::usual, [&] {
        for (const char c : {'a', 'b', 'c'}) {
            trace += c;
            self->suspend();
        }
    });
    self = &fiber;
    while (!fiber.has_ended()) {
        fiber.resume();
        trace += '.';
    }
    CHECK(trace == "a.b.c..");
}

TEST_CASE("a fiber that never began can be destroyed") {
    const Fiber fiber(Fiber::Stack::usual, [] { FAIL("it began"); });
    CHECK_FALSE(fiber.has_ended());
}

TEST_CASE("an exception leaves the body through resume") {
    Fiber fiber(Fiber::Stack::usual, [] { throw std::runtime_error("oops"); });
    CHECK_THROWS_WITH(fiber.resume(), "oops");
    CHECK(fiber.has_ended());
}

TEST_CASE("fibers that suspend in catch blocks keep their exceptions apart") {
    std::string caught;
    std::array<Fiber*, 2> selves{};
    const auto body = [&](std::size_t number) {
        return [&, number] {
            for (int round = 0; round < 2; ++round) {
                try {
                    throw std::runtime_error(std::to_string(number) + std::to_string(round));
                } catch (const std::exception&) {
                    selves.at(number)->suspend();
                    try {
                        throw; // the one that this fiber handles
                    } catch (const std::exception& error) {
                        caught.append(error.what()).append(" ");
                    }
                }
            }
        };
    };
    Fiber first(Fiber::Stack::usual, body(0));
    Fiber second(Fiber::Stack::usual, body(1));
    selves = {&first, &second};
    while (!second.has_ended()) {
        if (!first.has_ended()) first.resume();
        second.resume();
    }
    CHECK(caught == "00 10 01 11 ");
}

TEST_CASE("a destructor may suspend while an exception unwinds its fiber") {
    struct Suspends {
        Fiber*& fiber;
        ~Suspends() { fiber->suspend(); }
    };
    Fiber* self = nullptr;
    Fiber fiber(Fiber::Stack::usual, [&] {
        const Suspends guard{self};
        throw std::runtime_error("out of it");
    });
    self = &fiber;
    fiber.resume();
    CHECK(std::uncaught_exceptions() == 0);
    try {
        throw std::runtime_error("another");
    } catch (const std::exception& error) {
        CHECK(std::string(error.what()) == "another");
    }
    CHECK_THROWS_WITH(fiber.resume(), "out of it");
}

TEST_CASE("work on the deep stack may recurse a hundred thousand calls deep") {
#if !VOW_ADDRESS_SANITIZER && !VOW_THREAD_SANITIZER
    int reached = 0;
    run_on_deep_stack([&] { reached = depth_reached(100'000); });
    CHECK(reached == 100'000);
#endif
    CHECK_THROWS_WITH(run_on_deep_stack([] { throw std::runtime_error("oops"); }), "oops");
}

TEST_CASE("memory that a fiber has left does not count as its stack") {
    {
        Fiber fiber(Fiber::Stack::usual, [] { CHECK(depth_reached(10) == 10); });
        fiber.resume();
    }
    constexpr std::size_t size = std::size_t{64} << 10U;
    void* mapped =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    std::memset(mapped, 1, size); // which the address sanitizer checks
    CHECK(static_cast<const char*>(mapped)[size - 1] == 1);
    ::munmap(mapped, size);
}

} // namespace fiber_test
