#include "modules/http/http_module.h"

#include "modules/http/http_keeper.h"
#include "modules/http/http_type.h"

namespace vow::modules {

HttpModule::HttpModule() : DescribedModule(http_type()) {}

std::vector<std::string> HttpModule::further_faults(const Promise& promise) const {
    return faults_of_http(promise);
}

Outcome HttpModule::keep(const Promise& promise, Record& record, Log& log) {
    return HttpKeeper(client_, promise, record, log).keep();
}

} // namespace vow::modules
