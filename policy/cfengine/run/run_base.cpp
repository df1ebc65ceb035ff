#include "policy/cfengine/run/run_base.h"

#include "policy/run/written_promise.h"
#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow::cfengine {

RunBase::RunBase(Program& policy, World& around)
    : program(policy),
      pending(around.observer, around.keeper),
      world{
          around.keeper,
          around.descriptions,
          around.host,
          around.network,
          around.facts,
          around.state,
          pending.observer(),
          around.stop,
          around.options,
          around.catalogue},
      started(around.host.now()) {}

void RunBase::keep_secret(const Data& value) {
    secrets_.add(value);
    world.observer.receive(SecretLearned{value, scopes.current()});
}

Origin RunBase::place_of_definition() const {
    Origin origin = definer.promise == nullptr ? Origin() : origin_at(definer.promise->span);
    origin.scope = scopes.current();
    origin.pass = definer.pass;
    if (definer.bundle != nullptr) origin.bundle = definer.bundle->name;
    return origin;
}

void RunBase::log_once(LogLevel level, const std::string& line) {
    if (expected.is_assumed()) return;
    if (logged_once_.insert(line).second) log(level, line);
}

void RunBase::log_at(const Span& place, LogLevel level, const std::string& line) {
    const std::string text = placed(line, place);
    if (expected.is_assumed() || !world.observer.wants(level) || !logged_once_.insert(text).second)
        return;
    const std::string_view whole = text;
    const std::size_t end = std::min(whole.find('\n'), whole.size());
    world.observer.receive(LogLine{
        .level = level,
        .text = whole.substr(0, end),
        .scope = scopes.current(),
        .excerpt = whole.substr(std::min(end + 1, whole.size()))});
}

} // namespace vow::cfengine
