#pragma once

#include "agent/release/repository_client.h"

#include <string>

namespace vow::agent {

/// Trusted metadata as files of a folder, which is there already: ROLE.json, the name of the role
/// percent-encoded. Each is replaced as a whole. Throws std::system_error.
class MetadataFolder : public MetadataStore {
public:
    explicit MetadataFolder(std::string path) : path_(std::move(path)) {}

    std::optional<std::string> load(const std::string& role) override;
    void save(const std::string& role, std::string_view bytes) override;

private:
    std::string file_of(const std::string& role) const;

    std::string path_;
};

} // namespace vow::agent
