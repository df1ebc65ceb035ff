#include "agent/pull/conclusion.h"

#include <doctest/doctest.h>

#include <functional>

namespace conclusion_test {

using namespace vow;
using namespace vow::agent;

namespace {

const std::chrono::sys_seconds now(std::chrono::seconds(1'800'000'000));

FetchWish wish() {
    FetchWish wish{.source = {Source::Kind::folder, "/srv"}};
    wish.host_id = "ada";
    wish.classes = {"any", "debian", "web"};
    wish.metadata = {{"root", "r"}, {"timestamp", "t"}, {"delegated", "d"}};
    wish.stored = {"bundle", "secret", "another"};
    return wish;
}

Conclusion conclusion() {
    const Offer offer{
        .target = "groups/web.json",
        .document = "{}",
        .bundle = "web 1",
        .digest = "bundle",
        .data = {{"token", "secret"}}};
    const OfferTerms terms{.expires = now + std::chrono::seconds(1), .names = {"web", "staging"}};
    return conclusion_from(wish(), PullSettings(), offer, terms);
}

bool holds_after(const std::function<void(FetchWish&, PullSettings&)>& change) {
    FetchWish changed = wish();
    PullSettings settings;
    change(changed, settings);
    return conclusion().holds(changed, settings, now);
}

} // namespace

TEST_CASE("a conclusion holds while all that it comes from is the same") {
    CHECK(holds_after([](FetchWish&, PullSettings&) {}));
    CHECK(holds_after([](FetchWish& wish, PullSettings&) { wish.classes.insert("Min05"); }));
}

TEST_CASE("a conclusion ends with a change of what it comes from") {
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.metadata["timestamp"] = "u"; }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.metadata["root"] = "s"; }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.metadata.erase("delegated"); }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.host_id = "bob"; }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.classes.insert("staging"); }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.classes.erase("web"); }));
    CHECK(!holds_after([](FetchWish&, PullSettings& settings) { settings.group = "mail"; }));
    CHECK(!holds_after([](FetchWish&, PullSettings& settings) { settings.limits.file = 1; }));
}

TEST_CASE("a conclusion ends when the first of the metadata expires") {
    CHECK(!conclusion().holds(wish(), PullSettings(), now + std::chrono::seconds(1)));
}

TEST_CASE("a conclusion needs the files of its offer, unless that is bad") {
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.stored.erase("bundle"); }));
    CHECK(!holds_after([](FetchWish& wish, PullSettings&) { wish.stored.erase("secret"); }));
    CHECK(holds_after([](FetchWish& wish, PullSettings&) {
        wish.stored.clear();
        wish.bad.insert(conclusion().offer.id());
    }));
}

TEST_CASE("conclusions and terms are read again as they were written") {
    CHECK(conclusion_from(data_of(conclusion())) == conclusion());
    CHECK(!conclusion_from(Data::object({{"basis", Data::string("x")}})));
    const OfferTerms terms{.expires = now, .names = {"a", "b"}};
    const auto read = offer_terms_from(data_of(terms));
    REQUIRE(read);
    CHECK(read->expires == terms.expires);
    CHECK(read->names == terms.names);
    CHECK(!offer_terms_from(Data::object({{"expires", Data::string("soon")}})));
}

} // namespace conclusion_test
