#pragma once

#include <string>
#include <string_view>

namespace vow::tests {

/// A folder of a test's own, removed with all it holds when the test ends.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::string& path() const { return path_; }
    /// The path of `name` in the folder.
    std::string operator/(std::string_view name) const;
    /// Writes a file and answers its path; folders above it are made.
    std::string write(std::string_view name, std::string_view content) const;
    /// The content of a file in the folder; empty if there is none.
    std::string read(std::string_view name) const;
    /// Whether anything, a link that leads nowhere included, is there under that name.
    bool has(std::string_view name) const;

private:
    std::string path_;
};

} // namespace vow::tests
