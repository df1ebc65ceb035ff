#include "policy/skopos/values/instances.h"

#include <doctest/doctest.h>

namespace instances_test {

using namespace vow;
using namespace vow::skopos;

namespace {

constexpr auto fresh = Selector::new_ones;

Data instance(const std::string& id) {
    return Data::object({{"id", Data::string(id)}});
}

} // namespace

TEST_CASE("an instance that is removed leaves its index free") {
    Instances instances;
    instances.fill("web", fresh, 0, instance("a"));
    instances.fill("web", fresh, 2, instance("c"));
    CHECK(instances.end("web", fresh) == 3);
    CHECK(instances.at("web", fresh, 1) == nullptr);
    instances.remove("web", fresh, 2);
    CHECK(instances.end("web", fresh) == 1);
    CHECK(instances.all("web", fresh).size() == 1);
    CHECK(instances.end("web", Selector::old_ones) == 0);
    CHECK(instances.end("db", fresh) == 0);
}

TEST_CASE("an instance can name its index") {
    Instances instances;
    const auto list = parse_json(R"([{"id":"b","index":1},{"id":"a","index":0},{"id":"c"}])");
    instances.replace("web", fresh, std::get<Data>(list));
    CHECK(instances.at("web", fresh, 0)->find("id")->text() == "a");
    CHECK(instances.at("web", fresh, 1)->find("id")->text() == "c");
}

TEST_CASE("an index without bounds is ignored") {
    Instances instances;
    instances.fill("web", fresh, 1'000'000'000, instance("a"));
    instances.fill("web", fresh, -1, instance("a"));
    CHECK(instances.end("web", fresh) == 0);
}

TEST_CASE("instances read back as they were written") {
    Instances instances;
    instances.fill("web", fresh, 1, instance("a"));
    CHECK(Instances::from(instances.data()).data() == instances.data());
}

} // namespace instances_test
