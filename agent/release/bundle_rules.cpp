#include "agent/release/bundle_rules.h"

#include "protocol/text/characters.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cwctype>
#include <optional>

#include <locale.h> // NOLINT(modernize-deprecated-headers): newlocale is of POSIX

namespace vow::agent {
namespace {

constexpr mode_t set_id_bits = 06000;
constexpr std::size_t max_component = 255; ///< of common file systems

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw BundleFault("'" + shown(name) + "' " + why);
}

struct Range {
    char32_t first, last;
};

/// Characters that Unicode's composed form (NFC) does not have, since a single other character is
/// used for them and their base: in Latin, Greek, Cyrillic, Arabic, Japanese, Korean and Chinese.
/// Without them no two names differ in their encoding alone.
constexpr std::array decomposed = {
    Range{0x0300, 0x036F},
    Range{0x0653, 0x0655},
    Range{0x1100, 0x11FF},
    Range{0x2126, 0x2126},
    Range{0x212A, 0x212B},
    Range{0x3099, 0x309A},
    Range{0xF900, 0xFAFF},
    Range{0x2F800, 0x2FA1F}};

bool is_decomposed(char32_t code) {
    return std::ranges::any_of(decomposed, [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

/// The locale that knows the letters of all scripts; null where it is not installed.
locale_t unicode() {
    static const locale_t locale = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
}

void append_folded(std::string& folded, char32_t code, std::string_view bytes) {
    if (code < 0x80) {
        folded +=
            code >= 'A' && code <= 'Z' ? static_cast<char>(code + 0x20) : static_cast<char>(code);
    } else if (unicode() == nullptr) {
        folded += bytes;
    } else { // a key to compare, not a text
        folded += std::to_string(::towlower_l(static_cast<wint_t>(code), unicode()));
        folded += ';';
    }
}

/// The key that names have in common if a file system that ignores case has them in common.
std::string folded(std::string_view name) {
    std::string key;
    key.reserve(name.size());
    while (const auto character = leading_character(name)) {
        append_folded(key, character->code, name.substr(0, character->length));
        name.remove_prefix(character->length);
    }
    return key;
}

/// Why a name has a character that it must not have; empty if it has none.
std::string fault_of_characters(std::string_view name) {
    while (!name.empty()) {
        const auto character = leading_character(name);
        if (!character) return "is not UTF-8";
        if (is_control(character->code)) return "has a control character in its name";
        if (is_decomposed(character->code))
            return "has a letter that is encoded as more than one character, or has another "
                   "encoding: use its composed form (NFC)";
        name.remove_prefix(character->length);
    }
    return {};
}

std::string text_of_kind(BundleEntry::Kind kind) {
    return kind == BundleEntry::Kind::folder ? "a folder"
           : kind == BundleEntry::Kind::link ? "a link"
                                             : "a file";
}

std::string megabytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20U) + " MiB";
}

} // namespace

void BundleRules::check(const BundleEntry& entry) {
    check_name(entry.name);
    using Kind = BundleEntry::Kind;
    if (entry.kind == Kind::other)
        refuse(
            entry.name,
            "is not a file, a folder or a symbolic link, which are all that a bundle may hold"
        );
    if (entry.kind == Kind::file && (entry.mode & set_id_bits) != 0)
        refuse(
            entry.name,
            "has a set-user-ID or set-group-ID bit: remove it (chmod ug-s), a promise of 'files' "
            "can set it on the host"
        );
    if (entry.kind == Kind::link && !leads_below(entry.target))
        refuse(
            entry.name,
            "is a link to '" + shown(entry.target) +
                "': a link must lead to a name below its own folder, without '..'"
        );
    check_neighbours(entry);
    count(entry);
}

void BundleRules::check_name(const std::string& name) const {
    if (name.size() > limits_.name_size)
        refuse(
            name,
            "has a name of " + std::to_string(name.size()) + " bytes; the limit is " +
                std::to_string(limits_.name_size)
        );
    const auto components = split_at(name, '/');
    if (components.size() > limits_.depth)
        refuse(
            name,
            "is nested in " + std::to_string(components.size() - 1) + " folders; the limit is " +
                std::to_string(limits_.depth - 1)
        );
    for (const std::string_view component : components) {
        if (component.empty() || component == "." || component == "..")
            refuse(name, "is not a name inside the bundle");
        if (component.size() > max_component)
            refuse(
                name,
                "has a part of more than " + std::to_string(max_component) + " bytes in its name"
            );
    }
    if (const std::string fault = fault_of_characters(name); !fault.empty()) refuse(name, fault);
}

void BundleRules::check_neighbours(const BundleEntry& entry) {
    const std::string key = folded(entry.name);
    const std::size_t end = key.rfind('/');
    if (end != std::string::npos) {
        const auto above = seen_.find(key.substr(0, end));
        if (above == seen_.end()) refuse(entry.name, "comes before the folder that it is in");
        if (above->second.kind != BundleEntry::Kind::folder)
            refuse(entry.name, "is below " + text_of_kind(above->second.kind) + ", not a folder");
        if (above->second.name != entry.name.substr(0, entry.name.rfind('/')))
            refuse(
                entry.name, "is below '" + above->second.name + "' on file systems that ignore case"
            );
    }
    const auto [found, is_new] = seen_.emplace(key, Seen{entry.name, entry.kind});
    if (is_new) return;
    if (found->second.name == entry.name) refuse(entry.name, "is there twice");
    refuse(
        entry.name,
        "and '" + shown(found->second.name) +
            "' are one name on file systems that ignore case: rename one"
    );
}

void BundleRules::count(const BundleEntry& entry) {
    if (seen_.size() > limits_.entries)
        throw BundleFault(
            "it has more than " + std::to_string(limits_.entries) +
            " files and folders, the limit of a bundle"
        );
    // Both are checked, so that their sum cannot overflow.
    if (entry.size <= limits_.content && content_ + entry.size <= limits_.content) {
        content_ += entry.size;
        return;
    }
    refuse(
        entry.name,
        "makes the files larger than " + megabytes(limits_.content) +
            " together, the limit of a bundle"
    );
}

void check_packed_size(std::uint64_t size, const BundleLimits& limits) {
    if (size <= limits.packed) return;
    throw BundleFault(
        "it is larger than " + megabytes(limits.packed) + ", the limit of a packed bundle"
    );
}

} // namespace vow::agent
