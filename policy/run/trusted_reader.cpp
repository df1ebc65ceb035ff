#include "policy/run/trusted_reader.h"

#include "protocol/text/characters.h"
#include "protocol/text/text.h"

namespace vow {
namespace {

constexpr std::size_t max_source_bytes = 256U << 20U;
constexpr std::uint32_t writable_by_others = 0002;

constexpr DiagnosticKind unreadable{"unreadable-file", "cannot read policy file '{}': {}"};
constexpr DiagnosticKind not_a_file{"not-a-file", "policy file '{}' is {}, not a regular file"};
constexpr DiagnosticKind too_large{"file-too-large", "policy file '{}' is larger than 256 MiB"};
constexpr DiagnosticKind not_text{
    "not-text", "policy file '{}' is a binary file, not text: it contains {}"};
constexpr DiagnosticKind insecure{
    "writable-by-others", "File {} (owner {}) is writable by others (security exception)"};

constexpr DiagnosticKind untrusted{"untrusted-path", "policy file '{}' is not trusted: {}"};

/// "did you mean 'hello.cf'?", for the name of a file in the same folder; empty if none is near.
std::string near_files(const std::string& path, HostFiles& host) {
    const std::string folder = folder_of(path);
    const auto names = host.list_directory(folder);
    if (!names) return {};
    const std::string wanted = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    std::vector<std::string_view> candidates;
    for (const std::string& name : *names) {
        if (name.starts_with('.') != wanted.starts_with('.')) continue; // hidden, or not
        if (name.starts_with(wanted + ".")) return "did you mean '" + name + "'?";
        candidates.push_back(name);
    }
    return did_you_mean(wanted, candidates);
}

std::string_view name_of(FileKind kind) {
    switch (kind) {
    case FileKind::regular: return "a file";
    case FileKind::directory: return "a folder";
    case FileKind::symlink: return "a link";
    case FileKind::fifo: return "a pipe";
    case FileKind::socket: return "a socket";
    case FileKind::character_device:
    case FileKind::block_device: return "a device";
    }
    return {};
}

} // namespace

CheckedAnswer<TrustedText>
TrustedReader::read(const std::string& path, std::size_t max_bytes) const {
    using Checked = CheckedAnswer<TrustedText>;
    auto read = host_.read_trusted_file(path, max_bytes + 1);
    if (read.objection) return Checked::refused(*std::move(read.objection));
    auto text = within(max_bytes, std::move(read));
    if (!text) return Checked::of({.why_not = std::move(text.why_not)});
    return Checked::of({.value = TrustedText(*std::move(text.value))});
}

const SourceText* read_source(
    const std::string& path,
    Span named_at,
    HostFiles& host,
    Sources& sources,
    Diagnostics& diagnostics,
    SourceText::Columns columns
) {
    const auto refused = [&](const DiagnosticKind& kind,
                             std::initializer_list<std::string_view> words,
                             std::string hint = {}) {
        diagnostics.add(kind, named_at, words, std::move(hint));
        return nullptr;
    };
    const auto status = host.status(path, Symlinks::follow);
    if (!status) return refused(unreadable, {path, status.why_not}, near_files(path, host));
    if (status->kind != FileKind::regular)
        return refused(not_a_file, {path, name_of(status->kind)});
    if ((status->mode & writable_by_others) != 0) {
        return refused(
            insecure,
            {path, std::to_string(status->owner)},
            "anyone could change what this agent does: chmod o-w " + path
        );
    }
    if (status->size > max_source_bytes) return refused(too_large, {path});
    auto text = read_trusted(host, path, max_source_bytes);
    if (text.objection) return refused(untrusted, {path, *text.objection});
    if (!text) return refused(unreadable, {path, text.why_not});
    const std::string_view binary_bytes = binary_bytes_of(**text);
    if (!binary_bytes.empty()) return refused(not_text, {path, binary_bytes});
    sources.push_back(std::make_unique<SourceText>(path, *std::move(text.value), columns));
    return sources.back().get();
}

} // namespace vow
