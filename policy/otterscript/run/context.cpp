#include "policy/otterscript/run/context.h"

#include "protocol/text/text.h"

#include <vector>

namespace vow::otterscript {

const Destination* Context::destination() const {
    return server != nullptr && server->destination ? &*server->destination : nullptr;
}

std::string Context::absolute(std::string_view path) const {
    std::string whole(path);
    if (!whole.starts_with('/')) whole = directory + "/" + whole;
    std::vector<std::string_view> parts;
    for (const std::string_view part : split_at(whole, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..")
            parts.push_back(part);
        else if (!parts.empty())
            parts.pop_back();
    }
    return "/" + joined(parts, "/");
}

} // namespace vow::otterscript
