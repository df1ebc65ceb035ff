#pragma once

#include "protocol/wire/header.h"
#include "protocol/wire/message.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace vow::wire {

/// The line belongs to a reply that is still incomplete, or is an empty one between replies.
struct IncompleteReply {};

/// A line that is neither protocol nor log.
struct StrayLine {};

/// The lines do not form a reply; the reason, in words that follow "it ".
struct FormatError {
    /// A wrong line about progress does not harm the reply.
    enum class Harm { to_reply, to_line };

    std::string why;
    Harm harm = Harm::to_reply;
};

using ReadResult =
    std::variant<IncompleteReply, LogLine, ProgressLine, StrayLine, Reply, FormatError>;

/// Whether lines `progress=PERCENT TEXT` have a meaning: the module's header lists the feature.
enum class ProgressLines { not_offered, offered };

/// Whether requests have all terms of a promise, and replies all of its outcome.
enum class WholeOutcomes { not_offered, offered };

/// The extensions in a module's header that change how lines are written and read.
struct Extensions {
    ProgressLines progress = {};
    WholeOutcomes outcomes = {};
};

/// How one variant of the protocol writes requests and reads replies (sections 3 to 5). One object
/// serves one conversation, as it holds the part of a reply that has been read. It does no input or
/// output.
class Codec {
public:
    virtual ~Codec() = default;

    /// Why this promise cannot be sent in this variant, in words that follow "it "; nullopt if it
    /// can.
    virtual std::optional<std::string> obstacle(const Promise& promise) const = 0;

    /// Appends the request to validate `promise`, including its empty line: all of its attributes,
    /// with the `action_policy` that its terms require.
    virtual void append_validate(std::string& out, const Promise& promise) const = 0;

    /// Appends a request that is about no promise: to describe, to terminate.
    virtual void append_request(std::string& out, Operation operation, LogLevel level) const = 0;

    /// Takes the next line of the module's output, without its line end. After a Reply, or a
    /// FormatError that harms the reply, the next line begins a new reply.
    virtual ReadResult read_line(std::string_view line) = 0;

    /// True if a line with that beginning is part of a reply, and not a log line or a stray one.
    virtual bool is_reply(std::string_view beginning) const = 0;
};

/// A codec for one conversation.
std::unique_ptr<Codec> make_codec(Variant variant, Extensions extensions = {});
/// The same, for the variant and the features in a module's header.
std::unique_ptr<Codec> make_codec(const Header& header);

/// Turns the request to validate a promise into the one to evaluate it: they differ in one word of
/// equal length, so that attributes are written once.
void turn_into_evaluate(std::string& validate_request);

/// Parses a log line; nullopt if `line` is not one.
std::optional<LogLine> log_line_of(std::string_view line);

/// The beginning of a progress line.
inline constexpr std::string_view progress_prefix = "progress=";
std::variant<ProgressLine, FormatError> progress_line_of(std::string_view line);

} // namespace vow::wire
