#include "modules/http/http_client.h"

#include "modules/http/url.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <stdexcept>

#include <curl/curl.h>

namespace vow::modules {
namespace {

constexpr int max_redirects = 10;

/// Advice for statuses of servers.
struct StatusAdvice {
    long status;
    std::string_view text;
};

constexpr StatusAdvice status_advices[] = {
    {401, "are the credentials in 'headers' right?"},
    {403, "may these credentials do that?"},
    {404, "is the path of the URL right?"},
    {405, "is the attribute 'method' right?"},
    {407, "the proxy requires credentials"},
    {413, "the payload is too large for the server"},
    {429, "there were too many requests to the server"},
};

std::string what(const HttpRequest& request) {
    return text({request.method, " '", shown_url(request.url), "'"});
}

std::string refusal(const HttpRequest& request, const HttpAnswer& answer) {
    const auto* advice = std::ranges::find(status_advices, answer.status, &StatusAdvice::status);
    const bool is_known = advice != std::end(status_advices);
    return text(
        {what(request),
         " was answered with '",
         answer.status_text,
         "', expected a status from 200 to 299",
         is_known ? "; " : "",
         is_known ? advice->text : ""}
    );
}

bool is_host(const RequestHeader& header) {
    return find_header({header}, "Host") != nullptr;
}

/// Changes a request into the redirected one; returns a sentence if the redirect is refused.
std::string follow(HttpRequest& request, const HttpAnswer& answer) {
    const std::string from =
        text({what(request), " is redirected to '", shown_url(answer.redirect)});
    const std::string origin = origin_of(answer.redirect);
    if (!origin.starts_with("http ") && !origin.starts_with("https "))
        return from + "', which is not followed: only 'http://' and 'https://' are";
    if (request.url.starts_with("https:") && origin.starts_with("http "))
        return from + "', which is not followed: it is not encrypted";
    const bool becomes_get =
        answer.status == 303 || (request.method == "POST" && answer.status <= 302);
    if (becomes_get) {
        request.method = "GET";
        request.payload = {};
        while (const RequestHeader* type = find_header(request.headers, "Content-Type"))
            request.headers.erase(request.headers.begin() + (type - request.headers.data()));
    }
    if (origin != origin_of(request.url)) {
        if (!request.is_safe())
            return from + "', which is not followed: promise that URL if it is the right one";
        std::erase_if(request.headers, [](const RequestHeader& header) {
            return is_secret_name(header.name) || is_host(header);
        });
    }
    request.url = answer.redirect;
    return {};
}

} // namespace

HttpClient::HttpClient() : curl_(curl_easy_init(), &curl_easy_cleanup) {
    if (curl_ == nullptr) throw std::runtime_error("libcurl cannot be initialised");
}

HttpAnswer HttpClient::send(HttpRequest request, HttpListener& listener) {
    for (int redirects = 0;; ++redirects) {
        HttpAnswer answer = exchange(curl_.get(), request, listener);
        if (!answer.problem.empty()) return answer;
        if (answer.redirect.empty()) {
            const bool is_success = answer.status >= 200 && answer.status <= 299;
            if (!is_success && !answer.is_unchanged) answer.problem = refusal(request, answer);
            return answer;
        }
        if (redirects == max_redirects) {
            answer.problem = what(request) + " is redirected again, after " +
                             std::to_string(max_redirects) + " times";
        } else {
            answer.problem = follow(request, answer);
        }
        if (!answer.problem.empty()) return answer;
    }
}

} // namespace vow::modules
