#include "agent/pull/source.h"
#include "agent/release/untrusted.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"
#include "protocol/text/percent_encoding.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <set>
#include <thread>
#include <utility>

namespace vow::agent {
namespace {

constexpr long success = 200, not_modified = 304, partial = 206, no_such_range = 416;
constexpr std::array<long, 3> absent_statuses = {403, 404, 410};
constexpr mode_t kept_mode = 0600;

/// The value of a header of the last reply; empty without it.
std::string header_of(const WebReply& reply, std::string_view name) {
    std::string found;
    for (std::string_view line : split_at(reply.headers, '\n')) {
        const bool is_it =
            line.size() > name.size() && line[name.size()] == ':' &&
            std::ranges::equal(line.substr(0, name.size()), name, [](char a, char b) {
                return std::tolower(static_cast<unsigned char>(a)) ==
                       std::tolower(static_cast<unsigned char>(b));
            });
        if (!is_it) continue;
        line.remove_prefix(name.size() + 1);
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
            line.remove_prefix(1);
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
            line.remove_suffix(1);
        found = line;
    }
    return found;
}

/// The path below the address; each part of the name is encoded.
std::string encoded(std::string_view path) {
    std::string text;
    for (const std::string_view part : split_at(path, '/')) {
        if (!text.empty()) text += '/';
        text += percent_encoded(part);
    }
    return text;
}

/// A repository on a web server. The folder keeps what it has answered for timestamp.json, with
/// its ETag, and the beginning of a bundle whose transfer broke off.
class WebSource : public Mirror {
public:
    WebSource(std::string address, const SourceTools& tools)
        : address_(std::move(address)),
          tools_(tools) {
        if (!address_.ends_with('/')) address_ += '/';
    }
    ~WebSource() override { forget_documents(); }

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override {
        const std::string url = address_ + "metadata/" + file;
        return file == "timestamp.json" ? get_if_new(url, max_bytes) : get(url, max_bytes);
    }

    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override {
        const std::string url = address_ + "targets/" + encoded(file);
        return file.ends_with(".json") ? get_document(url, max_bytes) : get_resumed(url, max_bytes);
    }

private:
    [[noreturn]] static void fail(const std::string& url, const std::string& why) {
        throw Untrusted(TrustRule::fetch, url + ": " + why);
    }

    WebReply ask_once(const WebRequest& request) {
        Answer<WebReply> answer = tools_.network.get(request);
        if (!answer) fail(request.url, answer.why_not);
        return *std::move(answer.value);
    }

    /// Whether the server or the way to it may have failed for a moment only.
    static bool may_pass(const WebReply& reply) {
        constexpr long first_server_error = 500, too_many = 429;
        return reply.error != 0 || reply.status >= first_server_error || reply.status == too_many;
    }

    /// One request, tried again while that helps.
    WebReply ask(const WebRequest& request) {
        for (int tried = 0;; ++tried) {
            WebReply reply = ask_once(request);
            const bool is_too_large = reply.content.size() >= request.max_content;
            if (!may_pass(reply) || is_too_large || tried >= tools_.settings.retries) return reply;
            wait_before_retry(tried);
        }
    }

    /// Hosts that failed together do not come back together.
    void wait_before_retry(int tried) {
        using std::chrono::milliseconds;
        const auto most = milliseconds(1000) * (1 << std::min(tried, 5));
        std::uniform_int_distribution<milliseconds::rep> some(most.count() / 4, most.count());
        std::this_thread::sleep_for(milliseconds(some(random_)));
    }

    WebRequest request_for(const std::string& url, std::size_t max_bytes) const {
        return {
            .url = url,
            .user_agent = "vow",
            .limit = tools_.settings.limits.transfer,
            .max_content = max_bytes + 1,
            .excess = WebRequest::Excess::refused,
            .authorities = tools_.settings.authorities,
            .max_headers = 1 << 16};
    }

    static void check_size(const std::string& url, std::size_t size, std::size_t max_bytes) {
        if (size > max_bytes)
            throw Untrusted(
                TrustRule::size, url + " has more than " + std::to_string(max_bytes) + " bytes"
            );
    }

    /// nullopt if the file is not there.
    static std::optional<std::string>
    content_of(WebReply reply, const std::string& url, std::size_t max_bytes) {
        check_size(url, reply.content.size(), max_bytes);
        if (reply.error != 0) fail(url, reply.error_text);
        if (std::ranges::find(absent_statuses, reply.status) != absent_statuses.end())
            return std::nullopt;
        if (reply.status != success) fail(url, "HTTP status " + std::to_string(reply.status));
        return std::move(reply.content);
    }

    std::optional<std::string> get(const std::string& url, std::size_t max_bytes) {
        return content_of(ask(request_for(url, max_bytes)), url, max_bytes);
    }

    std::optional<std::string> get_if_new(const std::string& url, std::size_t max_bytes) {
        WebRequest request = request_for(url, max_bytes);
        const auto tag = kept("timestamp.tag");
        const auto known = kept("timestamp.json");
        if (tag && known && !tag->empty()) request.headers = {"If-None-Match: " + *tag};
        WebReply reply = ask(request);
        if (known && reply.error == 0 && reply.status == not_modified) return known;
        const std::string new_tag = header_of(reply, "ETag");
        auto content = content_of(std::move(reply), url, max_bytes);
        if (!content) return content;
        keep("timestamp.tag", ""); // never one that belongs to another content
        keep("timestamp.json", *content);
        keep("timestamp.tag", new_tag);
        return content;
    }

    /// A document is needed at each pull; its name has its digest.
    std::optional<std::string> get_document(const std::string& url, std::size_t max_bytes) {
        const std::string name = url.substr(url.rfind('/') + 1);
        const std::string file = "document-" + name;
        used_.insert(file);
        auto known = kept(file);
        if (known && known->size() <= max_bytes && name.starts_with(sha256_of(*known) + "."))
            return known;
        auto content = get(url, max_bytes);
        if (content) keep(file, *content);
        return content;
    }

    /// Each request goes on where the one before broke off, in this pull or in an earlier one.
    std::optional<std::string> get_resumed(const std::string& url, std::size_t max_bytes) {
        const std::string name = "partial-" + percent_encoded(url.substr(url.rfind('/') + 1));
        std::string begin = kept(name).value_or("");
        for (int tried = 0;; ++tried) {
            WebReply reply = ask_for_rest(url, max_bytes, begin);
            check_size(url, reply.content.size(), max_bytes);
            if (!may_pass(reply)) {
                forget(name);
                return content_of(std::move(reply), url, max_bytes);
            }
            if (reply.status == success && reply.content.size() > begin.size()) {
                begin = std::move(reply.content);
                keep(name, begin);
            }
            if (tried >= tools_.settings.retries)
                return content_of(std::move(reply), url, max_bytes);
            wait_before_retry(tried);
        }
    }

    /// The reply has the whole content, as far as it came, and the status of success.
    WebReply ask_for_rest(const std::string& url, std::size_t max_bytes, const std::string& begin) {
        WebRequest request = request_for(url, max_bytes);
        if (begin.empty()) return ask_once(request);
        request.headers = {"Range: bytes=" + std::to_string(begin.size()) + "-"};
        WebReply reply = ask_once(request);
        if (reply.status == no_such_range) return ask_once(request_for(url, max_bytes));
        if (reply.status != partial) return reply;
        reply.status = success;
        reply.content.insert(0, begin);
        return reply;
    }

    std::optional<std::string> kept(const std::string& name) const {
        const auto place = Place::at(name);
        const auto file = place ? place->open_file(Place::Access::read)
                                : SystemResult<FileDescriptor>::failed(place.error());
        return file ? read_all(*file, tools_.settings.limits.file) : std::nullopt;
    }

    // A file that is not kept is fetched again.
    void keep(const std::string& name, std::string_view bytes) const {
        const auto place = Place::at(name);
        if (place) replace_file(*place, bytes, kept_mode, Replacement::Durability::unsynced);
    }
    void forget(const std::string& name) const {
        const auto place = Place::at(name);
        if (place) place->unlink();
    }

    /// Removes the documents that the repository does not have any more.
    void forget_documents() const {
        const auto place = Place::at("x");
        const auto names = place ? names_in(place->folder())
                                 : SystemResult<std::vector<std::string>>::failed(place.error());
        if (!names || used_.empty()) return;
        for (const std::string& name : *names)
            if (name.starts_with("document-") && !used_.contains(name)) forget(name);
    }

    std::string address_;
    SourceTools tools_;
    std::set<std::string> used_; ///< of the documents that are kept
    std::minstd_rand random_{std::random_device()()};
};

} // namespace

std::unique_ptr<Mirror> open_web(const std::string& address, const SourceTools& tools) {
    return std::make_unique<WebSource>(address, tools);
}

} // namespace vow::agent
