#include "modules/http/http_module.h"
#include "modules/sdk/cpp/serve.h"

#include <csignal>

int main() {
    std::signal(SIGPIPE, SIG_IGN); // servers may close connections at any time
    vow::modules::HttpModule module;
    return vow::modules::serve(module);
}
