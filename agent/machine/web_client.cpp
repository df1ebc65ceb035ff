#include "agent/machine/network.h"
#include "protocol/system/dynamic_library.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#endif

namespace vow::agent {

#if __has_include(<curl/curl.h>)

namespace {

/// The functions of libcurl in use. The library is opened at the first request, since it depends on
/// thirty others.
struct CurlLibrary {
    decltype(&::curl_global_init) initialize;
    decltype(&::curl_easy_init) new_request;
    decltype(&::curl_easy_cleanup) free_request;
    decltype(&::curl_easy_setopt) set_option;
    decltype(&::curl_easy_perform) perform;
    decltype(&::curl_easy_getinfo) information;
    decltype(&::curl_easy_strerror) message;
    decltype(&::curl_slist_append) append;
    decltype(&::curl_slist_free_all) free_list;
};

// The name of a member's symbol, and its type, are those of the function in the headers.
#define VOW_CURL(function) library->symbol<decltype(&::function)>(#function)

std::optional<CurlLibrary> open_curl() {
    const auto library = DynamicLibrary::open({"libcurl.so.4"});
    if (!library) return std::nullopt;
    try {
        const CurlLibrary functions = {
            .initialize = VOW_CURL(curl_global_init),
            .new_request = VOW_CURL(curl_easy_init),
            .free_request = VOW_CURL(curl_easy_cleanup),
            .set_option = VOW_CURL(curl_easy_setopt),
            .perform = VOW_CURL(curl_easy_perform),
            .information = VOW_CURL(curl_easy_getinfo),
            .message = VOW_CURL(curl_easy_strerror),
            .append = VOW_CURL(curl_slist_append),
            .free_list = VOW_CURL(curl_slist_free_all)};
        if (functions.initialize(CURL_GLOBAL_DEFAULT) != CURLE_OK) return std::nullopt;
        return functions;
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

#undef VOW_CURL

/// Null if libcurl is not installed.
const CurlLibrary* curl_library() {
    static const std::optional<CurlLibrary> library = open_curl();
    return library ? &*library : nullptr;
}

/// A text that takes at most so many bytes of a reply.
struct BoundedText {
    std::string& text;
    std::size_t most;
    WebRequest::Excess excess = WebRequest::Excess::dropped;
};

std::size_t receive(const char* bytes, std::size_t size, std::size_t count, void* receiver) {
    const auto& [text, most, excess] = *static_cast<BoundedText*>(receiver);
    const std::size_t taken = std::min(size * count, most - text.size());
    text.append(bytes, taken);
    // Anything but the whole size ends the transfer.
    return excess == WebRequest::Excess::refused ? taken : size * count;
}

/// The reason of a failed transfer. Where a certificate is at fault, libcurl's own words name the
/// fault; otherwise they hold numbers that differ from try to try.
std::string reason_of(
    const CurlLibrary& curl, CURLcode result, const std::array<char, CURL_ERROR_SIZE>& words
) {
    std::string reason = curl.message(result);
    const bool is_of_certificate =
        result == CURLE_PEER_FAILED_VERIFICATION || result == CURLE_SSL_CACERT_BADFILE;
    if (is_of_certificate && words.front() != '\0') reason.append(": ").append(words.data());
    return reason;
}

/// Returns whether the run goes on.
int look_for_stop(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const Stop*>(stop)->signal() == 0 ? 0 : 1;
}

} // namespace

Answer<WebReply> MachineNetwork::get(const WebRequest& request) {
    const CurlLibrary* curl = curl_library();
    if (curl == nullptr) return {.why_not = "libcurl.so.4 is not installed"};
    const std::unique_ptr<CURL, decltype(curl->free_request)> handle(
        curl->new_request(), curl->free_request
    );
    if (!handle) return {.why_not = "libcurl does not start"};
    curl_slist* first = nullptr;
    for (const std::string& header : request.headers)
        first = curl->append(first, header.c_str());
    const std::unique_ptr<curl_slist, decltype(curl->free_list)> headers(first, curl->free_list);

    WebReply reply;
    BoundedText content = {reply.content, request.max_content, request.excess};
    BoundedText header_lines = {reply.headers, request.max_headers};
    const auto set = [&](CURLoption option, auto value) {
        curl->set_option(handle.get(), option, value);
    };
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "file,ftp,ftps,http,https");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TIMEOUT, static_cast<long>(request.limit.count()));
    set(CURLOPT_HEADER, request.headers_in_content ? 1L : 0L);
    if (!request.referer.empty()) set(CURLOPT_REFERER, request.referer.c_str());
    if (!request.user_agent.empty()) set(CURLOPT_USERAGENT, request.user_agent.c_str());
    if (!request.authorities.empty()) set(CURLOPT_CAINFO, request.authorities.c_str());
    if (headers) set(CURLOPT_HTTPHEADER, headers.get());
    set(CURLOPT_WRITEFUNCTION, &receive);
    set(CURLOPT_WRITEDATA, static_cast<void*>(&content));
    set(CURLOPT_HEADERFUNCTION, &receive);
    set(CURLOPT_HEADERDATA, static_cast<void*>(&header_lines));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &look_for_stop);
    set(CURLOPT_XFERINFODATA, static_cast<const void*>(&stop_));

    std::array<char, CURL_ERROR_SIZE> words = {};
    set(CURLOPT_ERRORBUFFER, words.data());

    const CURLcode result = curl->perform(handle.get());
    curl->information(handle.get(), CURLINFO_RESPONSE_CODE, &reply.status);
    reply.error = result;
    if (result != CURLE_OK) reply.error_text = reason_of(*curl, result, words);
    return {.value = std::move(reply)};
}

namespace {

std::size_t drop(const char*, std::size_t size, std::size_t count, void*) {
    return size * count;
}

} // namespace

PostResult send_post(const WebPost& post, std::chrono::steady_clock::time_point deadline) {
    using std::chrono::milliseconds;
    const auto left =
        std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left <= milliseconds(0)) return {.problem = "no time was left"};
    const CurlLibrary* curl = curl_library();
    if (curl == nullptr) return {.problem = "libcurl.so.4 is not installed"};
    const std::unique_ptr<CURL, decltype(curl->free_request)> handle(
        curl->new_request(), curl->free_request
    );
    if (!handle) return {.problem = "libcurl does not start"};
    // Many servers do not answer the question whether they will take the document.
    curl_slist* first = curl->append(nullptr, "Expect:");
    for (const std::string& header : post.headers)
        first = curl->append(first, header.c_str());
    const std::unique_ptr<curl_slist, decltype(curl->free_list)> headers(first, curl->free_list);
    const auto set = [&](CURLoption option, auto value) {
        curl->set_option(handle.get(), option, value);
    };
    set(CURLOPT_URL, post.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(left.count()));
    set(CURLOPT_QUICK_EXIT, 1L); // a name server that does not answer holds nothing up
    set(CURLOPT_HTTPHEADER, headers.get());
    set(CURLOPT_POSTFIELDS, post.body.c_str());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post.body.size()));
    if (!post.certificates.empty()) set(CURLOPT_CAINFO, post.certificates.c_str());
    set(CURLOPT_WRITEFUNCTION, &drop);
    std::array<char, CURL_ERROR_SIZE> words = {};
    set(CURLOPT_ERRORBUFFER, words.data());
    const CURLcode result = curl->perform(handle.get());
    if (result != CURLE_OK) return {.problem = reason_of(*curl, result, words)};
    PostResult answer;
    curl->information(handle.get(), CURLINFO_RESPONSE_CODE, &answer.status);
    constexpr long first_success = 200, first_other = 300;
    if (answer.status < first_success || answer.status >= first_other)
        answer.problem = "the server answered with status " + std::to_string(answer.status);
    return answer;
}

#else

PostResult send_post(const WebPost&, std::chrono::steady_clock::time_point) {
    return {.problem = "this vow was built without libcurl"};
}

Answer<WebReply> MachineNetwork::get(const WebRequest&) {
    return {.why_not = "this vow was built without libcurl"};
}

#endif

} // namespace vow::agent
