#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::inmanta {

/// A version by the rules of Python's packages (PEP 440): "1.2", "2.0rc1", "1.0.post2". The members
/// are compared in their order. The part after "+" does not count.
struct Version {
    std::uint64_t epoch = 0;
    std::vector<std::uint64_t> release = {}; ///< without zeros at the end
    std::pair<int, std::uint64_t> stage;     ///< before the release: a, b, rc; then the release
    std::int64_t post = -1;                  ///< after the release; -1: none
    std::uint64_t dev = UINT64_MAX;          ///< a snapshot before it; the largest: none

    friend auto
    operator<=>(const Version&, const Version&) = default; // NOLINT(modernize-use-nullptr)
};

/// nullopt if the text is not a version.
std::optional<Version> version_from(std::string_view text);

/// A module and the versions of it that another one can use: "net >=1.0,<2".
struct Requirement {
    struct Bound {
        std::string relation; ///< "==", "!=", "<=", ">=", "<", ">", "~="
        std::string text;     ///< "1.0", or "1.*" for the first two
    };

    std::string module; ///< as models import it: "inmanta-module-net" is "net"
    std::vector<Bound> bounds;

    bool admits(const Version& version) const;
};

/// nullopt if the text is not a requirement.
std::optional<Requirement> requirement_from(const std::string& text);

} // namespace vow::inmanta
