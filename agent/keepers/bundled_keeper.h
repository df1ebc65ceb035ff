#pragma once

#include "modules/bundled.h"
#include "policy/run/world.h"
#include "protocol/description/description_source.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/keeper.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace vow::agent {

/// Keeps promises by bundled modules inside this process, each before start() returns. A type
/// without a bundled module is undefined, and a module whose program is not installed keeps
/// nothing; both are errors with a log line.
class BundledKeeper : public DescriptionSource {
public:
    /// Borrows all.
    BundledKeeper(const Stop& stop, State& state, const Trust& trust)
        : stop_(stop),
          state_(state),
          trust_(trust) {}

    /// Calls done() of the listener before it returns.
    void keep(const Promise& promise, PromiseListener& listener);
    DescriptionResult describe(const PromiseType& type) override;

private:
    Secrets secrets_in(const Promise& promise, PromiseListener& listener);
    /// Null for an unknown name.
    modules::Module* module_for(std::string_view type);

    const Stop& stop_;
    State& state_;
    const Trust& trust_;
    std::map<std::string, std::unique_ptr<modules::Module>, std::less<>> modules_; ///< by type
    /// Types by name, with their descriptions if they have secret attributes.
    std::map<std::string, std::optional<PromiseTypeDescription>, std::less<>> with_secrets_;
};

} // namespace vow::agent
