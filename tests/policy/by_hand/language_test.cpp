#include "policy/by_hand/language.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace by_hand_test {

using namespace vow;

namespace {

using Texts = std::vector<std::string>;

/// The words of a command line, and the world they run in. The type `door` has a list, a body and
/// a number.
struct Run {
    test::FakeWorld fake = {};
    std::unique_ptr<Language> language = {}; // has the text that diagnostics point into
    Diagnostics diagnostics = {};

    Run() {
        fake.catalogue.add(PromiseType{.name = "door"});
        PromiseTypeDescription door{.name = "door"};
        door.attributes = {
            {.name = "width", .type = AttributeType::int_},
            {.name = "guests", .type = AttributeType::slist},
            {.name = "lock",
             .type = AttributeType::body,
             .attributes = {{.name = "key"}, {.name = "turns", .type = AttributeType::int_}}},
            {.name = "more", .type = AttributeType::data}};
        fake.descriptions.known["door"] = Description{.promise_types = {door}};
    }

    /// The promise that was kept. Null if the words were refused.
    const test::ScriptedKeeper::Record* keep(const Texts& words) {
        language = by_hand::make_language(words);
        const auto policy = language->load("", fake.world, diagnostics);
        if (policy == nullptr) return nullptr;
        CHECK(policy->run().how == Ending::How::done);
        REQUIRE(fake.keeper.started().size() == 1);
        return &fake.keeper.started().front();
    }
    /// Place and message of each mistake.
    Texts mistakes(const Texts& words) {
        CHECK(keep(words) == nullptr);
        Texts found;
        for (const Diagnostic& each : diagnostics.sorted())
            found.push_back(std::to_string(each.span.position().column) + ": " + each.message);
        return found;
    }
};

} // namespace

TEST_CASE("the words of a command line are a promise") {
    Run run;
    const auto* promise = run.keep({"door", "front", "width=90"});
    REQUIRE(promise != nullptr);
    CHECK(promise->promiser == "front");
    CHECK(*promise->attributes.text("width") == "90");
    CHECK(promise->origin.file == "command line");
    CHECK(run.fake.observer.transcript == Texts{"door front: kept"});
}

TEST_CASE("a name that comes twice is a list") {
    Run run;
    const auto* promise = run.keep({"door", "front", "guests=ada", "guests=bob"});
    REQUIRE(promise != nullptr);
    CHECK(*promise->attributes.find("guests") == AttributeValue(Texts{"ada", "bob"}));
}

TEST_CASE("one text is a list where the type wants one") {
    Run run;
    const auto* promise = run.keep({"door", "front", "guests=ada"});
    REQUIRE(promise != nullptr);
    CHECK(*promise->attributes.find("guests") == AttributeValue(Texts{"ada"}));
}

TEST_CASE("names with dots are attributes of a body") {
    Run run;
    const auto* promise = run.keep({"door", "front", "lock.key=brass", "lock.turns=2"});
    REQUIRE(promise != nullptr);
    const auto* lock = std::get_if<Data>(promise->attributes.find("lock"));
    REQUIRE(lock != nullptr);
    CHECK(json_text(*lock) == R"({"key":"brass","turns":"2"})");
}

TEST_CASE("JSON gives lists and data") {
    Run run;
    const auto* promise =
        run.keep({"door", "front", R"(guests:=["ada","bob"])", R"(more:={"bell":true})"});
    REQUIRE(promise != nullptr);
    CHECK(*promise->attributes.find("guests") == AttributeValue(Texts{"ada", "bob"}));
    CHECK(json_text(std::get<Data>(*promise->attributes.find("more"))) == R"({"bell":true})");
}

TEST_CASE("the first '=' ends the name") {
    Run run;
    const auto* promise = run.keep({"door", "a=b", "guests=a=b"});
    REQUIRE(promise != nullptr);
    CHECK(promise->promiser == "a=b");
    CHECK(*promise->attributes.find("guests") == AttributeValue(Texts{"a=b"}));
}

TEST_CASE("mistakes are found at their words, and nothing is kept") {
    CHECK(Run().mistakes({"dor", "front"}) == Texts{"1: unknown promise type 'dor'"});
    CHECK(
        Run().mistakes({"door", "front", "wide"}) ==
        Texts{"12: 'wide' does not give an attribute a value"}
    );
    CHECK(
        Run().mistakes({"door", "front", ".=1"}) ==
        Texts{"12: '.=1' does not give an attribute a value"}
    );
    CHECK(
        Run().mistakes({"door", "front", "width=wide"}) ==
        Texts{"18: the value of 'width' must be an integer, not 'wide'"}
    );
    CHECK(
        Run().mistakes({"door", "front", "with=90"}) ==
        Texts{"12: unknown attribute 'with' of promise type 'door'"}
    );
    CHECK(
        Run().mistakes({"door", "front", "lock=1", "lock.key=2"}) ==
        Texts{"12: 'lock' has a value of its own, and attributes as a body has them"}
    );
}

TEST_CASE("mistakes in bodies are found before anything is kept") {
    CHECK(
        Run().mistakes({"door", "front", "lock.kye=brass"}) ==
        Texts{"12: Unknown attribute 'kye' in 'lock'"}
    );
    CHECK(
        Run().mistakes({"door", "front", "lock.key=brass", "lock.turns=many"}) ==
        Texts{"27: Attribute 'turns' in 'lock' must be an integer, not 'many'"}
    );
}

TEST_CASE("a value that is not JSON is shown where it ends to be") {
    Run run;
    const Texts found = run.mistakes({"door", "front", "more:={]"});
    REQUIRE(found.size() == 1);
    CHECK(found.front().starts_with("19: the value of 'more' is not JSON: "));
}

TEST_CASE("it takes no lock") {
    CHECK(by_hand::make_language({"door", "front"})->excludes_runs_itself());
}

} // namespace by_hand_test
