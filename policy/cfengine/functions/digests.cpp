#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/values/table_order.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace vow::cfengine::families {

namespace {

Result hash(Call& call) {
    const auto algorithm = digest_algorithm(call.text(1));
    if (!algorithm) return call.fail("unknown algorithm '" + call.text(1) + "'");
    return Value::string(digest_of(call.text(0), *algorithm));
}

/// Logs an error and returns nullopt if the file cannot be read.
std::optional<std::string> digest_of_file(Call& call) {
    const auto algorithm = digest_algorithm(call.text(1));
    if (!algorithm) return std::nullopt;
    auto digest = call.file_digest(call.text(0), *algorithm);
    if (!digest) call.fail_here("cannot read '" + call.text(0) + "': " + digest.why_not);
    return std::move(digest.value);
}

Result file_hash(Call& call) {
    const auto digest = digest_of_file(call);
    if (!digest) return std::nullopt;
    return Value::string(*digest);
}

Result hashmatch(Call& call) {
    const auto digest = digest_of_file(call);
    return digest && *digest == call.text(2);
}

/// The first eight bytes of the text's SHA-256, least significant first.
std::uint64_t number_from(std::string_view text) {
    const std::string digits = sha256_of(text);
    return __builtin_bswap64(std::stoull(digits.substr(0, 16), nullptr, 16));
}

Result hash_to_int(Call& call) {
    const auto lower = call.integer(0);
    const auto upper = call.integer(1);
    if (!lower || !upper) return std::nullopt;
    const auto [least, most] = std::minmax(*lower, *upper);
    if (least == most) return Value::integer(least);
    const auto range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    return Value::integer(least + static_cast<long long>(number_from(call.text(2)) % range));
}

/// The slot of five minutes that is derived from a text, among `slots`.
std::uint32_t drawn_slot(std::string_view text, std::uint32_t slots) {
    constexpr std::uint32_t draws = 8192;
    return one_at_a_time(text) % draws * slots / draws;
}

std::string two_digits(std::uint32_t number) {
    return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

Result splayclass(Call& call) {
    constexpr std::uint32_t slots_an_hour = 12;
    const bool hourly = call.text(1) == "hourly";
    const std::uint32_t drawn =
        drawn_slot(call.text(0), hourly ? slots_an_hour : slots_an_hour * 24);
    const std::uint32_t minute = drawn % slots_an_hour * 5;
    std::string name = "Min" + two_digits(minute) + "_" + two_digits((minute + 5) % 60);
    if (!hourly) name += ".Hr" + two_digits(drawn / slots_an_hour);
    return call.around().holds(name).value_or(false);
}

} // namespace

std::span<const Function> digests() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "file_hash",
         .category = "files",
         .result = ResultType::string,
         .parameters = {{"path", path}, {"algorithm", option, "md5,sha1,sha256,sha384,sha512"}},
         .required = 2,
         .help = "The digest of a file, in hexadecimal digits.",
         .example = R"(file_hash("/etc/passwd", "sha256"))",
         .body = file_hash},
        {.name = "hash",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"algorithm", option, "md5,sha1,sha256,sha384,sha512"}},
         .required = 2,
         .help = "The digest of a text, in hexadecimal digits.",
         .example = R"(hash("text", "sha256"))",
         .body = hash},
        {.name = "hash_to_int",
         .result = ResultType::integer,
         .parameters =
             {{"lower", integer, "-99999999999,99999999999"},
              {"upper", integer, "-99999999999,99999999999"},
              {"text", text}},
         .required = 3,
         .help = "An integer between the bounds (upper one excluded) that depends only on the "
                 "text.",
         .example = R"x(hash_to_int(0, 60, "$(sys.fqhost)"))x",
         .body = hash_to_int},
        {.name = "hashmatch",
         .result = ResultType::condition,
         .parameters =
             {{"path", path},
              {"algorithm", option, "md5,sha1,sha256,sha384,sha512"},
              {"digest", text, name_range}},
         .required = 3,
         .help = "Whether a file has this digest.",
         .example =
             R"(hashmatch("/etc/motd", "sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))",
         .body = hashmatch},
        {.name = "splayclass",
         .category = "utils",
         .result = ResultType::condition,
         .parameters = {{"text", text}, {"policy", option, "daily,hourly"}},
         .required = 2,
         .help = "Whether now is the time slot, derived from the text, of this host within the "
                 "hour or day.",
         .example = R"x(splayclass("$(sys.fqhost)", "daily"))x",
         .body = splayclass},
    };
    return table;
}

} // namespace vow::cfengine::families
