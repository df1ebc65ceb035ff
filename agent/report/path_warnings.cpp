#include "agent/report/path_warnings.h"

#include "protocol/system/search_path.h"
#include "protocol/text/shown_text.h"

#include <cstdio>

namespace vow::agent {

void restrict_path_aloud(const Trust& trust) {
    for (const std::string& warning : restrict_search_path(trust))
        std::fprintf(stderr, "vow: %s\n", shown(warning).c_str());
}

} // namespace vow::agent
