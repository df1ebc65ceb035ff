#pragma once

#include <string>
#include <string_view>

namespace vow::tests {

/// A folder for one test, removed with its content when the test ends.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::string& path() const { return path_; }
    /// The path of `name` in the folder.
    std::string operator/(std::string_view name) const;
    /// Writes a file, creates the folders above it, and returns its path.
    std::string write(std::string_view name, std::string_view content) const;
    /// The content of a file in the folder; empty if there is none.
    std::string read(std::string_view name) const;
    /// True if that name exists, even as a dangling link.
    bool has(std::string_view name) const;

private:
    std::string path_;
};

} // namespace vow::tests
