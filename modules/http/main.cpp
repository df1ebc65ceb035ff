#include "modules/http/http_module.h"
#include "modules/sdk/cpp/serve.h"
#include "protocol/system/trust.h"

#include <csignal>

int main(int count, char** words) {
    std::signal(SIGPIPE, SIG_IGN); // servers may close connections at any time
    vow::modules::HttpModule module;
    return vow::modules::serve(module, vow::trust_of_agent({words + 1, words + count}));
}
