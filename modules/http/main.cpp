#include "modules/http/http_module.h"
#include "modules/sdk/cpp/serve.h"

#include <csignal>
#include <iostream>

int main() {
    std::signal(SIGPIPE, SIG_IGN); // servers come and go
    std::ios::sync_with_stdio(false);
    vow::modules::HttpModule module;
    return vow::modules::serve(module, std::cin, std::cout);
}
