#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Keeps `users` promises: the promiser is a local account with the promised attributes, a locked
/// one, or does not exist (host types, section 5). No home directory is made or removed.
class UsersModule : public DescribedModule {
public:
    UsersModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

/// Keeps a valid `users` promise with the machine's tools.
void keep_user(const Promise& promise, Record& record, Log& log);

} // namespace vow::modules
