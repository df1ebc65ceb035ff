#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "file_hash",
     .result = ResultType::string,
     .parameters = {{"path", path}, {"algorithm", option, "md5,sha1,sha256,sha384,sha512"}},
     .required = 2,
     .help = "The digest of a file, in hexadecimal digits."},
    {.name = "hash",
     .result = ResultType::string,
     .parameters = {{"text", text}, {"algorithm", option, "md5,sha1,sha256,sha384,sha512"}},
     .required = 2,
     .help = "The digest of a text, in hexadecimal digits."},
    {.name = "hash_to_int",
     .result = ResultType::integer,
     .parameters =
         {{"lower", integer, "-99999999999,99999999999"},
          {"upper", integer, "-99999999999,99999999999"},
          {"text", text}},
     .required = 3,
     .help =
         "A whole number between the bounds (upper one excluded) that depends only on the text."},
    {.name = "hashmatch",
     .result = ResultType::condition,
     .parameters =
         {{"path", path}, {"algorithm", option, "md5,sha1,sha256,sha384,sha512"}, {"digest", text}},
     .required = 3,
     .help = "Whether a file has this digest."},
    {.name = "splayclass",
     .result = ResultType::condition,
     .parameters = {{"text", text}, {"policy", option, "daily,hourly"}},
     .required = 2,
     .help = "Whether it is the turn that was drawn, by the text, for this host within the hour or "
             "day."},
};

} // namespace

std::span<const Function> digests() {
    return table;
}

} // namespace vow::cfengine::families
