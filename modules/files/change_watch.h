#pragma once

#include "protocol/promise/settings.h"
#include "protocol/text/digest.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A `changes` body: which differences to what earlier runs saw are reported, and where.
struct ChangeWatch {
    std::string hash; ///< the name of the algorithm: "sha256"
    Digest::Algorithm algorithm = Digest::Algorithm::md5;
    bool content = false;
    bool status = false;
    bool update = false;              ///< a reported difference is stored, thus reported once
    std::vector<std::string> silence; ///< categories whose lines are not logged
    std::string log;                  ///< the file that lists all changes; empty: none

    static ChangeWatch from(const Settings& body);
    bool is_silent(std::string_view category) const;
};

} // namespace vow::modules
