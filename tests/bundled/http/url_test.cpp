#include "modules/http/url.h"

#include <doctest/doctest.h>

#include <utility>

namespace url_test {

using namespace vow::modules;

TEST_CASE("a URL in a message does not contain its secrets") {
    const std::pair<const char*, const char*> shown[] = {
        {"http://host/path?a=b", "http://host/path?a=b"},
        {"http://user:word@host:80/path", "http://***@host:80/path"},
        {"https://token@host", "https://***@host"},
        {"http://a@b@host/", "http://***@host/"},
        {"http://host/at@path?to=x@y", "http://host/at@path?to=x@y"},
        {"http://host/?a=1&token=x&b=2#c", "http://host/?a=1&token=***&b=2#c"},
        {"http://host?apikey=", "http://host?apikey=***"},
        {"http://host?key", "http://host?key"},
        {"http://host?", "http://host?"},
        {"no url", "no url"},
    };
    for (const auto& [url, wanted] : shown)
        CHECK(shown_url(url) == wanted);
}

TEST_CASE("an origin is scheme, host and port in any spelling") {
    CHECK(origin_of("http://Example.org/a") == "http example.org 80");
    CHECK(origin_of("HTTPS://user:word@example.org:443?x") == "https example.org 443");
    CHECK(origin_of("http://[::1]:8080/") == "http [::1] 8080");
    CHECK(origin_of("") == "");
}

} // namespace url_test
