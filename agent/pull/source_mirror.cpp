#include "agent/pull/source_mirror.h"

#include "agent/release/untrusted.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_message = 4096;

std::optional<std::string>
content_of(Frame answer, const std::string& file, std::size_t max_bytes) {
    if (answer.name == "absent") return std::nullopt;
    if (answer.name != "content")
        throw Untrusted(
            answer.name == text_of(TrustRule::size) ? TrustRule::size : TrustRule::fetch,
            answer.bytes
        );
    if (answer.bytes.size() > max_bytes) throw Untrusted(TrustRule::size, file + " is too large");
    return std::move(answer.bytes);
}

[[noreturn]] void fail_ended() {
    throw Untrusted(TrustRule::fetch, "the process that fetches ended before it was done");
}

} // namespace

bool request_from(
    const FileDescriptor& source,
    std::string_view kind,
    const std::string& file,
    std::size_t max_bytes
) {
    return send_frame(source, kind, std::to_string(max_bytes) + " " + file);
}

std::optional<std::string>
SourceMirror::request(std::string_view kind, const std::string& file, std::size_t max_bytes) {
    if (!request_from(source_, kind, file, max_bytes)) fail_ended();
    auto answer = receive_frame(source_, std::max(max_bytes, max_message));
    if (!answer) fail_ended();
    return content_of(*std::move(answer), file, max_bytes);
}

std::optional<std::string> SourceMirror::metadata(const std::string& file, std::size_t max_bytes) {
    if (file == "timestamp.json" && first_)
        return content_of(*std::exchange(first_, std::nullopt), file, max_bytes);
    return request("metadata", file, max_bytes);
}

std::optional<std::string> SourceMirror::target(const std::string& file, std::size_t max_bytes) {
    return request("target", file, max_bytes);
}

std::optional<std::string>
UnchangedMirror::metadata(const std::string& file, std::size_t max_bytes) {
    if (file.ends_with(".root.json")) return std::nullopt;
    return file == "timestamp.json" ? timestamp_ : mirror_.metadata(file, max_bytes);
}

std::optional<std::string> UnchangedMirror::target(const std::string& file, std::size_t max_bytes) {
    return mirror_.target(file, max_bytes);
}

} // namespace vow::agent
