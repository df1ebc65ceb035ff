#pragma once

#include "policy/cfengine/program/surroundings.h"
#include "protocol/description/secrets.h"
#include "tests/support/fake_world.h"

#include <map>
#include <set>

namespace vow::test {

using namespace vow::cfengine;

/// The surroundings of a call, with values set by a test.
class FakeSurroundings : public Surroundings {
public:
    FakeWorld fakes;
    std::map<std::string, Value, std::less<>> values;    ///< by name as written, a[x] for arrays
    std::map<std::string, Tags, std::less<>> known_tags; ///< of variables
    std::map<std::string, Tags, std::less<>> defined_classes;
    std::vector<TaggedName> known_bundles;
    std::vector<TaggedName> known_callers;
    Secrets secrets;                   ///< that functions keep
    std::vector<std::string> patterns; ///< of mapped arguments, by index; $(this...) is replaced

    World& settled_world() override { return fakes.world; }
    std::chrono::system_clock::time_point started() override { return fakes.world.host.now(); }
    const Stop& stop() const override { return fakes.world.stop; }
    RegexCache& regexes() override { return regexes_; }
    cfengine::ListIndex& lists() override { return lists_; }
    cfengine::ParsedTexts& parsed_texts() override { return parsed_texts_; }
    std::optional<Value> variable(std::string_view name) override;
    std::optional<Data> array(std::string_view name) override;
    void keep_secret(const Data& value) override { secrets.add(value); }
    void define(std::string_view name, Value value, Tags tags) override;
    void sort_members(std::string_view) override {}
    /// Knows "any", a name, and "!" before one.
    std::optional<bool> holds(std::string_view class_expression) override;
    void define_class(std::string_view name, Tags tags) override;
    bool remove_class(std::string_view name) override;
    std::optional<Tags> variable_tags(std::string_view name) override;
    std::optional<Tags> class_tags(std::string_view name) override;
    std::vector<std::vector<TaggedName>> classes() override;
    std::vector<TaggedName> variables() override;
    std::vector<TaggedName> bundles() override { return known_bundles; }
    std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) override;
    std::string expanded(std::string_view text) override;
    bool wants(LogLevel level) override { return fakes.world.observer.wants(level); }
    void log(LogLevel level, std::string_view line) override {
        fakes.world.observer.receive(LogLine{level, line});
    }
    void log_once(LogLevel level, const std::string& line) override { log(level, line); }
    const cfengine::Manner& manner() override { return manner_; }
    std::string_view bundle() override { return "default:main"; }
    Origin origin() override { return {.file = "/policy/test.cf", .line = 1}; }
    std::vector<TaggedName> callers() override { return known_callers; }

private:
    RegexCache regexes_;
    cfengine::ListIndex lists_;
    cfengine::ParsedTexts parsed_texts_;
    cfengine::Manner manner_;
};

} // namespace vow::test
