#pragma once

#include <optional>
#include <string>

namespace vow::agent {

/// The passphrase of encrypted keys: the first line of a file, or typed at the terminal. It is
/// requested once, when it is first needed.
class Passphrase {
public:
    enum class Use { existing, chosen }; ///< a chosen one is typed twice

    /// `file` may be empty.
    explicit Passphrase(std::string file) : file_(std::move(file)) {}

    /// `purpose` is for the question and for messages: "the keys in 'DIR'". Throws ReleaseFault.
    const std::string& text(const std::string& purpose, Use use);

private:
    std::string from_file() const;
    static std::string from_terminal(const std::string& purpose, Use use);

    std::string file_;
    std::optional<std::string> text_ = {};
};

} // namespace vow::agent
