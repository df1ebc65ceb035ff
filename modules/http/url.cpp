#include "modules/http/url.h"

#include "modules/http/headers.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <curl/curl.h>

namespace vow::modules {
namespace {

constexpr std::string_view hidden = "***";

/// The start of the host, including a user before it; 0 without a scheme.
std::size_t authority_of(std::string_view url) {
    const std::size_t scheme = url.find("://");
    return scheme == std::string_view::npos ? 0 : scheme + 3;
}

std::string without_user(std::string url) {
    const std::size_t begin = authority_of(url);
    const std::size_t end = std::min(url.find_first_of("/?#", begin), url.size());
    const std::size_t at = std::string_view(url).substr(0, end).rfind('@');
    return at == std::string::npos || at < begin ? url : url.replace(begin, at - begin, hidden);
}

/// Masks the values of "name=value" pairs in the query whose names suggest secrets.
std::string without_secret_values(std::string url) {
    std::size_t begin = url.find('?');
    while (begin != std::string::npos && begin < url.size()) {
        const std::size_t end = std::min(url.find_first_of("&#", ++begin), url.size());
        const std::size_t equals = std::min(url.find('=', begin), end);
        const std::string name = url.substr(begin, equals - begin);
        if (equals < end && is_secret_name(name)) {
            url.replace(equals + 1, end - equals - 1, hidden);
            begin = equals + 1 + hidden.size();
        } else {
            begin = end;
        }
        if (begin < url.size() && url[begin] == '#') break;
    }
    return url;
}

} // namespace

std::string shown_url(const std::string& url) {
    return without_secret_values(without_user(url));
}

std::string origin_of(const std::string& url) {
    const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed(curl_url(), &curl_url_cleanup);
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
        return {};
    std::string origin;
    for (const CURLUPart part : {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT}) {
        char* text = nullptr;
        if (curl_url_get(parsed.get(), part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
        origin.append(origin.empty() ? "" : " ").append(text);
        curl_free(text);
    }
    return lower_case(origin);
}

} // namespace vow::modules
