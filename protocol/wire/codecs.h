#pragma once

#include "protocol/wire/codec.h"

namespace vow::wire {

/// The variant in which a message is one JSON object on one line (module protocol, sections 3
/// to 5). A reply over several lines is read to its closing brace, with a remark.
class JsonCodec final : public Codec {
public:
    explicit JsonCodec(Extensions extensions) : extensions_(extensions) {}

    std::optional<std::string> obstacle(const Promise& promise) const override;
    void append_validate(std::string& out, const Promise& promise) const override;
    void append_request(std::string& out, Operation operation, LogLevel level) const override;
    ReadResult read_line(std::string_view line) override;
    bool is_reply(std::string_view beginning) const override;

private:
    /// The number of open braces and brackets, so that a long object is not parsed after every
    /// line.
    class Depth {
    public:
        void follow(std::string_view text);
        bool is_closed() const { return open_ == 0; }

    private:
        std::size_t open_ = 0;
        bool in_string_ = false;
        bool escaped_ = false;
    };

    ReadResult read_object(std::string_view text);
    ReadResult continue_object(std::string_view line);
    ReadResult broken(std::string why);

    Extensions extensions_;
    std::string object_;         ///< the lines so far of an object that is not closed yet
    Depth depth_;                ///< of that object
    std::optional<Reply> reply_; ///< complete, but still without its empty line
};

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
