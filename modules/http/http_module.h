#pragma once

#include "modules/http/http_client.h"
#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `http` promises: a file contains the response of a URL, or a request succeeds. A request
/// that may change something is not sent when changes are not allowed.
class HttpModule : public DescribedModule {
public:
    HttpModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;

    HttpClient client_;
};

/// The description of `http` promises.
PromiseTypeDescription http_type();

} // namespace vow::modules
