#include "modules/http/headers.h"
#include "modules/http/http_client.h"
#include "modules/http/url.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include <curl/curl.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

constexpr long connect_seconds = 30;
constexpr long stalled_seconds = 60; ///< without a byte

/// Advice for errors of libcurl.
struct FaultAdvice {
    CURLcode code;
    std::string_view text;
};

constexpr FaultAdvice fault_advices[] = {
    {CURLE_COULDNT_RESOLVE_HOST, "is the name of the host right, and is there a network?"},
    {CURLE_COULDNT_CONNECT, "does the server run, and are host and port right?"},
    {CURLE_OPERATION_TIMEDOUT, "attribute 'timeout' is the limit for the whole request"},
    {CURLE_PEER_FAILED_VERIFICATION,
     "is the certificate of its issuer installed here? Attribute 'insecure' accepts any"},
    {CURLE_FILESIZE_EXCEEDED, "attribute 'max_size' is the limit"},
    {CURLE_UNSUPPORTED_PROTOCOL, "expected a URL that begins with 'http://' or 'https://'"},
    {CURLE_URL_MALFORMAT, "expected a URL such as 'https://example.org/path'"},
};

std::string advice_on(CURLcode code) {
    const auto* found = std::ranges::find(fault_advices, code, &FaultAdvice::code);
    return found == std::end(fault_advices) ? std::string() : text({"; ", found->text});
}

/// One exchange, with the callbacks of libcurl.
class Exchange {
public:
    Exchange(CURL* curl, const HttpRequest& request, HttpListener& listener)
        : curl_(curl),
          request_(request),
          listener_(listener),
          source_(Provenance::source_of(request.url, request.headers)) {}
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange() { curl_easy_reset(curl_); } // clears the handle, which keeps its connections

    HttpAnswer run() {
        set_limits();
        set_trust();
        set_callbacks();
        if (!set_payload()) return answer_;
        set_headers();
        set(CURLOPT_URL, request_.url.c_str());
        set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
        judge(curl_easy_perform(curl_));
        return std::move(answer_);
    }

private:
    template <class Value>
    void set(CURLoption option, Value value) const {
        curl_easy_setopt(curl_, option, value);
    }

    void set_limits() const {
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_FOLLOWLOCATION, 0L);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_CONNECTTIMEOUT, connect_seconds);
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, stalled_seconds);
        set(CURLOPT_TIMEOUT, static_cast<long>(request_.timeout.count()));
        set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request_.max_size));
    }

    void set_trust() const {
        set(CURLOPT_SSL_VERIFYPEER, request_.insecure ? 0L : 1L);
        set(CURLOPT_SSL_VERIFYHOST, request_.insecure ? 0L : 2L);
    }

    void set_callbacks() {
        set(CURLOPT_ERRORBUFFER, error_.data());
        set(CURLOPT_HEADERFUNCTION, &Exchange::receive_header);
        set(CURLOPT_HEADERDATA, this);
        set(CURLOPT_WRITEFUNCTION, &Exchange::receive_body);
        set(CURLOPT_WRITEDATA, this);
        set(CURLOPT_XFERINFOFUNCTION, &Exchange::report_progress);
        set(CURLOPT_XFERINFODATA, this);
        set(CURLOPT_NOPROGRESS, 0L);
    }

    /// False if it cannot be read.
    bool set_payload() {
        if (const auto* body = std::get_if<std::string>(&request_.payload)) {
            set(CURLOPT_POSTFIELDS, body->c_str());
            set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body->size()));
            return true;
        }
        const auto* file = std::get_if<PayloadFile>(&request_.payload);
        if (file != nullptr) return open_payload(file->path);
        if (request_.method == "GET" || request_.method == "DELETE") {
            set(CURLOPT_HTTPGET, 1L);
        } else {
            set(CURLOPT_POSTFIELDS, "");
            set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t{0});
        }
        return true;
    }

    bool open_payload(const std::string& path) {
        auto file = open_regular_file(path);
        struct stat status = {};
        if (!file || ::fstat(file->number(), &status) != 0) {
            const bool is_other = file.error() == EINVAL || file.error() == EISDIR;
            const std::string why =
                is_other ? "It is not a plain file" : path_error(path, file.error());
            answer_.payload_unreadable = true;
            answer_.problem = text({"Cannot read the payload '", path, "': ", why});
            return false;
        }
        file_ = std::move(*file);
        set(CURLOPT_POST, 1L);
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(status.st_size));
        set(CURLOPT_READFUNCTION, &Exchange::read_payload);
        set(CURLOPT_READDATA, this);
        set(CURLOPT_SEEKFUNCTION, &Exchange::seek_payload);
        set(CURLOPT_SEEKDATA, this);
        return true;
    }

    void set_headers() {
        add_line("Expect:"); // servers without support for it cause a delay
        const bool is_empty = std::holds_alternative<std::monostate>(request_.payload);
        if (is_empty && find_header(request_.headers, "Content-Type") == nullptr)
            add_line("Content-Type:");
        if (find_header(request_.headers, "User-Agent") == nullptr) add_line("User-Agent: vow");
        for (const RequestHeader& header : request_.headers) {
            // The length follows from the payload.
            if (!is_called(line_of(header), "content-length")) add_line(line_of(header));
        }
        if (is_conditional()) add_line("If-None-Match: " + request_.known.etag);
        set(CURLOPT_HTTPHEADER, lines_.get());
    }

    /// Provenance belongs to one URL, not to the target of a redirect.
    bool is_conditional() const {
        return !request_.known.etag.empty() && request_.known.source == source_ &&
               find_header(request_.headers, "If-None-Match") == nullptr;
    }

    void add_line(const std::string& line) {
        curl_slist* const longer = curl_slist_append(lines_.get(), line.c_str());
        if (longer == nullptr) throw std::bad_alloc();
        static_cast<void>(lines_.release());
        lines_.reset(longer);
    }

    void judge(CURLcode code) {
        curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &answer_.status);
        if (answer_.status_text.empty()) answer_.status_text = std::to_string(answer_.status);
        const char* target = nullptr;
        curl_easy_getinfo(curl_, CURLINFO_REDIRECT_URL, &target);
        if (target != nullptr) answer_.redirect = target;
        answer_.provenance.source = source_;
        answer_.is_unchanged = answer_.status == 304 && is_conditional();
        if (code == CURLE_OK || !answer_.problem.empty()) return;
        const std::string why = error_.front() != '\0' ? error_.data() : curl_easy_strerror(code);
        answer_.problem = text(
            {request_.method, " '", shown_url(request_.url), "' failed: ", why, advice_on(code)}
        );
    }

    // --- callbacks -------------------------------------------------------------------------------

    static std::size_t receive_header(char* bytes, std::size_t, std::size_t size, void* exchange) {
        const std::string_view line(bytes, size);
        HttpAnswer& answer = static_cast<Exchange*>(exchange)->answer_;
        if (line.starts_with("HTTP/")) { // of a response that replaces an earlier one
            const std::size_t blank = std::min(line.find(' '), line.size());
            answer = {.status_text = value_in(":" + std::string(line.substr(blank)))};
        } else if (is_called(line, "etag")) {
            const std::string tag = value_in(line);
            if (!tag.starts_with("W/")) answer.provenance.etag = tag;
        }
        return size;
    }

    static std::size_t receive_body(char* bytes, std::size_t, std::size_t size, void* exchange) {
        return static_cast<Exchange*>(exchange)->take({bytes, size}) ? size : 0;
    }

    bool take(std::string_view bytes) {
        long status = 0;
        curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
        received_ += static_cast<std::int64_t>(bytes.size());
        if (received_ > request_.max_size) {
            answer_.problem = text(
                {request_.method,
                 " '",
                 shown_url(request_.url),
                 "' failed: more than ",
                 std::to_string(request_.max_size),
                 " bytes were received",
                 advice_on(CURLE_FILESIZE_EXCEEDED)}
            );
            return false;
        }
        const bool is_success = status >= 200 && status < 300;
        return !is_success || listener_.take(bytes);
    }

    static int report_progress(
        void* exchange, curl_off_t expected, curl_off_t received, curl_off_t, curl_off_t
    ) {
        return static_cast<Exchange*>(exchange)->listener_.go_on(received, expected) ? 0 : 1;
    }

    static std::size_t read_payload(char* bytes, std::size_t, std::size_t size, void* exchange) {
        const int file = static_cast<Exchange*>(exchange)->file_.number();
        for (;;) {
            const ssize_t count = ::read(file, bytes, size);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno != EINTR) return CURL_READFUNC_ABORT;
        }
    }

    static int seek_payload(void* exchange, curl_off_t offset, int origin) {
        const int file = static_cast<Exchange*>(exchange)->file_.number();
        return ::lseek(file, offset, origin) < 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK;
    }

    struct FreeLines {
        void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
    };

    CURL* const curl_;
    const HttpRequest& request_;
    HttpListener& listener_;
    const std::string source_;
    HttpAnswer answer_;
    FileDescriptor file_; ///< of the payload
    std::unique_ptr<curl_slist, FreeLines> lines_;
    std::array<char, CURL_ERROR_SIZE> error_ = {};
    std::int64_t received_ = 0;
};

} // namespace

HttpAnswer exchange(void* curl, const HttpRequest& request, HttpListener& listener) {
    return Exchange(curl, request, listener).run();
}

} // namespace vow::modules
