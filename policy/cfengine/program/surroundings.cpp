#include "policy/cfengine/program/surroundings.h"

namespace vow::cfengine {

Answer<std::string> read_file(Surroundings& around, const std::string& path, std::size_t limit) {
    Host& host = around.settled_world().host;
    return around.manner().follows_planted_links ? host.read_file(path, limit)
                                                 : host.read_guarded_file(path, limit);
}

} // namespace vow::cfengine
