#pragma once

#include "protocol/wire/codec.h"

namespace vow::wire {

/// The variant in which a message is lines of KEY=VALUE (module protocol, sections 3 to 5). Its
/// values are texts without line ends.
class LineCodec final : public Codec {
public:
    explicit LineCodec(ProgressLines progress) : progress_(progress) {}

    std::optional<std::string> obstacle(const Promise& promise) const override;
    void append_validate(std::string& out, const Promise& promise) const override;
    void append_request(std::string& out, Operation operation, LogLevel level) const override;
    ReadResult read_line(std::string_view line) override;
    bool is_reply(std::string_view beginning) const override;

private:
    bool is_progress(std::string_view beginning) const;
    FormatError broken(std::string why);

    ProgressLines progress_;
    std::optional<Reply> reply_; ///< begun, but not ended by an empty line
};

} // namespace vow::wire
