#include "modules/archives/archives_module.h"
#include "modules/sdk/cpp/serve.h"
#include "protocol/system/trusted_users.h"

#include <clocale>

int main(int count, char** words) {
    std::setlocale(LC_CTYPE, "C.UTF-8"); // libarchive converts names of files to it
    vow::modules::ArchivesModule module;
    return vow::modules::serve(module, vow::trust_of_agent({words + 1, words + count}));
}
