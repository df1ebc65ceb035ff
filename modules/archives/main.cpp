#include "modules/archives/archives_module.h"
#include "modules/sdk/cpp/serve.h"
#include "protocol/system/trust.h"

#include <clocale>
#include <string>
#include <vector>

int main(int count, char** words) {
    std::setlocale(LC_CTYPE, "C.UTF-8"); // libarchive converts names of files to it
    const std::vector<std::string> arguments(words + 1, words + count);
    vow::modules::ArchivesModule archives;
    vow::modules::ArchiveModule archive;
    const bool is_one = !arguments.empty() && arguments.front() == "archive";
    vow::modules::Module& module = is_one ? static_cast<vow::modules::Module&>(archive) : archives;
    return vow::modules::serve(module, vow::trust_of_agent(arguments));
}
