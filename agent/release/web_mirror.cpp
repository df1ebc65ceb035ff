#include "agent/release/repository_client.h"
#include "agent/release/untrusted.h"
#include "protocol/text/percent_encoding.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr std::chrono::seconds max_duration{60}; ///< of one file
constexpr int error_of_missing_file = 37;        ///< libcurl's, of file URLs

std::string with_slash(std::string url) {
    if (!url.ends_with('/')) url += '/';
    return url;
}

/// The address of a file below a base; its name is the path itself, already encoded.
std::string encoded_path(std::string_view path) {
    std::string encoded;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = path.find('/', begin);
        encoded += percent_encoded(path.substr(begin, end - begin));
        if (end == std::string_view::npos) return encoded;
        encoded += '/';
        begin = end + 1;
    }
}

bool is_missing(const WebReply& reply) {
    return reply.status == 404 || reply.status == 403 || reply.error == error_of_missing_file;
}

} // namespace

WebMirror::WebMirror(Network& network, std::string metadata_url, std::string targets_url)
    : network_(network),
      metadata_url_(with_slash(std::move(metadata_url))),
      targets_url_(with_slash(std::move(targets_url))) {}

std::optional<std::string> WebMirror::metadata(const std::string& file, std::size_t max_bytes) {
    return get(metadata_url_ + file, max_bytes);
}

std::optional<std::string> WebMirror::target(const std::string& file, std::size_t max_bytes) {
    return get(targets_url_ + encoded_path(file), max_bytes);
}

std::optional<std::string> WebMirror::get(const std::string& url, std::size_t max_bytes) {
    Answer<WebReply> answer = network_.get(
        {.url = url, .user_agent = "vow", .limit = max_duration, .max_content = max_bytes + 1}
    );
    if (!answer.value) throw Untrusted(TrustRule::fetch, url + ": " + answer.why_not);
    WebReply& reply = *answer.value;
    if (is_missing(reply)) return std::nullopt;
    if (reply.error != 0) throw Untrusted(TrustRule::fetch, url + ": " + reply.error_text);
    if (reply.status >= 300)
        throw Untrusted(TrustRule::fetch, url + ": HTTP status " + std::to_string(reply.status));
    if (reply.content.size() > max_bytes)
        throw Untrusted(
            TrustRule::size, url + " has more than " + std::to_string(max_bytes) + " bytes"
        );
    return std::move(reply.content);
}

} // namespace vow::agent
