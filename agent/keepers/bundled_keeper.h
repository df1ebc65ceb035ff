#pragma once

#include "modules/bundled.h"
#include "policy/run/world.h"
#include "protocol/description/keeper.h"
#include "protocol/description/secrets.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace vow::agent {

/// Keeps the promises of the bundled modules inside this process, each before start() returns. A
/// type that no bundled module keeps is undefined, and a module whose program is not there keeps
/// nothing; both are errors with a log line.
class BundledKeeper : public PromiseKeeper {
public:
    explicit BundledKeeper(const Stop& stop) : stop_(stop) {}

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait() override { return false; }
    void cancel(PromiseListener&) override {}
    Described describe(const PromiseType& type) override;

private:
    Secrets secrets_in(const Promise& promise);
    /// Null: no bundled module is called so.
    modules::Module* module_for(std::string_view type);

    const Stop& stop_;
    std::map<std::string, std::unique_ptr<modules::Module>, std::less<>> modules_; ///< by type
    /// Types by name, and their descriptions if they have any secret attributes.
    std::map<std::string, std::optional<PromiseTypeDescription>, std::less<>> with_secrets_;
};

} // namespace vow::agent
