#include "policy/otterscript/operations/web_address.h"

#include "protocol/text/percent_encoding.h"

#include <algorithm>

namespace vow::otterscript {

std::string with_login(const std::string& url, const std::optional<Login>& login) {
    constexpr std::string_view separator = "://";
    const std::size_t scheme = url.find(separator);
    const bool is_web = url.starts_with("http://") || url.starts_with("https://");
    if (!login || !is_web) return url;
    const std::size_t host = scheme + separator.size();
    const std::size_t path = std::min(url.find_first_of("/?#", host), url.size());
    const std::size_t at = url.substr(0, path).rfind('@');
    const std::size_t name = at == std::string::npos || at < host ? host : at + 1;
    return url.substr(0, host) + percent_encoded(login->user) + ":" +
           percent_encoded(login->password) + "@" + url.substr(name);
}

std::string secured_text(OperationRun& run, const Secured& secured, std::string_view property) {
    const SecuredProperty* found = secured.find(property);
    if (found == nullptr) return {};
    auto text = run.executor().execution().text_of(*found);
    if (!text)
        run.fail("the property '" + std::string(property) + "' cannot be read: " + text.why_not);
    return *std::move(text.value);
}

std::optional<Login> login_of(OperationRun& run, const Secured* credentials) {
    Login login{.user = run.text("UserName"), .password = run.text("Password")};
    if (login.user.empty() && credentials != nullptr) {
        login.user = credentials->user;
        if (login.password.empty()) login.password = secured_text(run, *credentials, "Password");
    }
    if (!login.password.empty())
        run.executor().execution().keep_secret(Data::string(login.password));
    return login.user.empty() ? std::nullopt : std::optional(std::move(login));
}

} // namespace vow::otterscript
