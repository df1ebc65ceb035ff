#include "modules/nftables/rules_text.h"

#include <doctest/doctest.h>

using namespace vow::modules;

namespace {

const NetfilterTable filter{"inet", "filter"};

std::string objection(std::string_view rules) {
    return objection_to_rules(filter, rules).value_or("");
}

} // namespace

TEST_CASE("a promiser is a family and a name") {
    const auto table = NetfilterTable::from("bridge a.b");
    CHECK(table.family == "bridge");
    CHECK(table.name == "a.b");
    CHECK(table.text() == "bridge a.b");
}

TEST_CASE("a table's file replaces the table and has the rules as they are written") {
    const std::string head = "# vow writes this file: what is changed here is lost.\n"
                             "table inet filter\ndelete table inet filter\n";
    CHECK(table_file(filter, "chain c { }") == head + "table inet filter {\nchain c { }\n}\n");
    CHECK(table_file(filter, "chain c { }\n") == head + "table inet filter {\nchain c { }\n}\n");
    const std::string whole = "define p = 22\ntable inet filter {\n chain c { }\n}\n";
    CHECK(table_file(filter, whole) == head + whole);
}

TEST_CASE("rules of a table are accepted") {
    CHECK(objection("chain input { tcp dport { 22, 80 } accept; }") == "");
    CHECK(objection("chain c { log prefix \"}\" } # }\n") == "");
    CHECK(objection("# {") == "");
    CHECK(objection("chain c { meta mark 1 \\\n accept\n}") == "");
    CHECK(objection("table  inet\tfilter { chain c { } }") == "");
    CHECK(objection("define ports = { 22, 80 }\ndefine x = 1; table inet filter {\n}\n") == "");
}

TEST_CASE("rules that reach beyond their table are refused") {
    CHECK(objection("}") == "they have a } without its {");
    CHECK(objection("chain c { } } table inet x {") == "they have a } without its {");
    CHECK(objection("chain c {") == "they have a { without its }");
    CHECK(objection("chain c { # }") == "they have a { without its }");
    CHECK(objection("chain c { log prefix \"} ") == "they have a { without its }");
    for (const char* beside :
         {"flush ruleset", "table ip filter", "include /etc/x", "delete table inet other"}) {
        CAPTURE(beside);
        const std::string rules = std::string(beside) + "\ntable inet filter { }";
        CHECK(objection(rules).starts_with("'" + std::string(beside) + "' is outside"));
    }
}

TEST_CASE("elements of dynamic sets are not part of a listing") {
    const std::string set = "table inet filter {\n\tset banned {\n\t\ttype ipv4_addr\n";
    const std::string end = "\t}\n}\n";
    const std::string elements = "\t\telements = { 10.0.0.1 expires 5s,\n\t\t\t     10.0.0.2 }\n";
    for (const char* flags : {"\t\tflags dynamic\n", "\t\tflags timeout\n", "\t\ttimeout 1h\n"}) {
        CAPTURE(flags);
        CHECK(without_dynamic_elements(set + flags + elements + end) == set + flags + end);
    }
    const std::string fixed = set + "\t\tflags interval\n" + elements + end;
    CHECK(without_dynamic_elements(fixed) == fixed);
}
