#include "policy/otterscript/evaluation/function.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/operations/web_address.h"
#include "policy/otterscript/statements/operation_run.h"
#include "policy/run/promise_call.h"
#include "protocol/text/percent_encoding.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array web_properties = {
    Property{"Url", Use::required},
    Property{"Method"},
    Property{"ResponseBody", Use::output},
    Property{"ErrorStatusCodes"},
    Property{"RequestHeaders"},
    Property{"TextData"},
    Property{"FormData"},
    Property{"LogRequestData"},
    Property{"ContentType"},
    Property{"MaxResponseLength"},
    Property{"LogResponseBody"},
    Property{"Credentials"},
    Property{"UserName"},
    Property{"Password"},
    Property{"IgnoreSslErrors"},
    Property{"ProxyRequest"}};

constexpr std::array upload_properties = {
    Property{"FileName", Use::required},
    Property{"Url", Use::required},
    Property{"Method"},
    Property{"ResponseBody", Use::output},
    Property{"ErrorStatusCodes"},
    Property{"RequestHeaders"},
    Property{"ContentType"},
    Property{"MaxResponseLength"},
    Property{"LogResponseBody"},
    Property{"Credentials"},
    Property{"UserName"},
    Property{"Password"},
    Property{"IgnoreSslErrors"},
    Property{"ProxyRequest"}};
constexpr std::array download_properties = {
    Property{"Url", Use::required},
    Property{"FileName", Use::required},
    Property{"ErrorStatusCodes"},
    Property{"RequestHeaders"},
    Property{"Credentials"},
    Property{"UserName"},
    Property{"Password"},
    Property{"IgnoreSslErrors"},
    Property{"ProxyRequest"},
    // The response is the file, and nothing of it is shown.
    Property{"ResponseBody", Use::output},
    Property{"LogResponseBody", Use::unused},
    Property{"MaxResponseLength", Use::unused}};

/// Whether a status is in a list such as "401,500:599".
bool is_listed(OperationRun& run, std::int64_t status, const std::string& list) {
    for (const std::string_view part : split_at(list, ',')) {
        const std::size_t colon = part.find(':');
        const auto first = integer_value(part.substr(0, colon));
        const auto last =
            colon == std::string_view::npos ? first : integer_value(part.substr(colon + 1));
        if (!first || !last) run.raise(conversion_error(part, "status codes"));
        if (status >= *first && status <= *last) return true;
    }
    return false;
}

std::string form_text(const Map& form, OperationRun& run) {
    std::string text;
    for (const auto& [name, value] : form.items()) {
        if (!value.is_text()) run.raise("the field '" + name + "' needs a scalar");
        if (!text.empty()) text += '&';
        text += percent_encoded(name);
        text += '=';
        text += percent_encoded(value.text());
    }
    return text;
}

/// Null if none are named, or none have the name: a request without a login may do as well.
const Secured* credentials_of(OperationRun& run) {
    const std::string name = run.text("Credentials");
    if (name.empty()) return nullptr;
    const Secured* credentials = run.executor().execution().inventory.find_credentials(name);
    if (credentials == nullptr)
        run.log(LogLevel::warning, "the inventory has no credentials '" + name + "'");
    return credentials;
}

Attributes request(OperationRun& run, const std::string& method, const std::string& file) {
    std::vector<std::string> headers;
    if (const Map* given = run.map("RequestHeaders")) {
        for (const auto& [name, value] : given->items())
            headers.push_back(name + ": " + (value.is_text() ? value.text() : ""));
    }
    Attributes attributes;
    if (run.has("FileName") && method != "GET")
        attributes.set("payload", "@" + run.path("FileName"));
    attributes.set("method", method);
    attributes.set("file", file);
    if (const auto login = login_of(run, credentials_of(run)))
        attributes.set("url", with_login(run.text("Url"), login));
    if (run.boolean("IgnoreSslErrors", false)) attributes.set("insecure", "true");
    std::string type = run.text("ContentType");
    if (!run.text("TextData").empty()) {
        attributes.set("payload", run.text("TextData"));
        if (type.empty()) type = "text/plain";
    } else if (const Map* form = run.map("FormData")) {
        attributes.set("payload", form_text(*form, run));
        type = "application/x-www-form-urlencoded";
    }
    if (!type.empty()) headers.push_back("Content-Type: " + type);
    if (!headers.empty()) attributes.set("headers", std::move(headers));
    return attributes;
}

std::int64_t status_of(const Outcome& outcome) {
    for (const auto& [name, value] : outcome.variables) {
        if (name == "status") return integer_value(value.text()).value_or(0);
    }
    return 0;
}

/// The response goes through a file of this execution.
std::string response_file(OperationRun& run) {
    return run.executor().machines().execution_folder(run.executor().context()) + "/response-" +
           std::to_string(++run.executor().execution().responses);
}

/// With `ProxyRequest: false` this machine sends the request, whichever server is in context.
Context sender_of(OperationRun& run) {
    Context context = run.executor().context();
    if (context.server == nullptr || run.boolean("ProxyRequest", true)) return context;
    context.server = nullptr;
    context.directory = run.executor().execution().folder;
    return context;
}

bool is_failure(OperationRun& run, std::int64_t status) {
    return status == 0 || is_listed(run, status, run.text("ErrorStatusCodes", "400:599"));
}

void send(OperationRun& run, const std::string& usual_method) {
    const Replaced<Context> sender(run.executor().context(), sender_of(run));
    const std::string method = run.text("Method", usual_method);
    const std::string file = response_file(run);
    if (const auto objection = run.host().objection_to(file))
        run.fail("the response cannot be kept: '" + file + "' is not trusted: " + *objection);
    Attributes parents;
    parents.set("create", "true");
    if (!run.is_dry())
        run.keep(
            "files",
            file.substr(0, file.rfind('/')) + "/.",
            std::move(parents),
            [](LogLevel, std::string_view) { return std::nullopt; }
        );
    std::string problem;
    const auto filter = [&](LogLevel level, std::string_view text
                        ) -> std::optional<std::pair<LogLevel, std::string>> {
        if (level > LogLevel::error) return std::pair(LogLevel::verbose, std::string(text));
        problem = text;
        return std::nullopt;
    };
    const Outcome outcome = run.keep("http", run.text("Url"), request(run, method, file), filter);
    if (run.is_dry()) return;
    const std::int64_t status = status_of(outcome);
    if (is_failure(run, status))
        run.fail(problem.empty() ? "the server answered " + std::to_string(status) : problem);
    run.forgive();
    const std::int64_t most = run.integer("MaxResponseLength", 1000);
    Host& host = run.host();
    const auto body = most > 0 ? read_file_part(host, file, static_cast<std::size_t>(most))
                               : read_whole_file(host, file);
    run.set_output("ResponseBody", body ? *body : std::string());
    if (body && run.boolean("LogResponseBody", false)) run.log(LogLevel::info, *body);
    run.keep("files", file, files_promise::removed_file(), [](LogLevel, std::string_view) {
        return std::nullopt;
    });
}

/// A status that the plan takes for no error leaves the file as it is.
void download(OperationRun& run) {
    const Replaced<Context> sender(run.executor().context(), sender_of(run));
    const bool has_codes = run.has("ErrorStatusCodes");
    std::string problem;
    const auto filter = [&](LogLevel level, std::string_view text
                        ) -> std::optional<std::pair<LogLevel, std::string>> {
        if (!has_codes || level > LogLevel::error) return std::pair(level, std::string(text));
        problem = text;
        return std::nullopt;
    };
    const Outcome outcome =
        run.keep("http", run.text("Url"), request(run, "GET", run.path("FileName")), filter);
    if (run.is_dry() || !has_codes || outcome.result() <= Verdict::repaired) return;
    if (is_failure(run, status_of(outcome))) run.fail(problem);
    run.log(LogLevel::info, problem);
    run.forgive();
}

} // namespace

std::vector<Operation> web_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Get-Http",
         "HTTP",
         execute,
         web_properties,
         [](OperationRun& run) { send(run, "GET"); },
         "Sends a request with GET, DELETE or HEAD.",
         "Get-Http https://example.org/ (ResponseBody => $body);"},
        {"Download-Http",
         "HTTP",
         execute,
         download_properties,
         &download,
         "Downloads a file.",
         "Download-Http https://example.org/a (FileName: /srv/a);"},
        {"Upload-Http",
         "HTTP",
         execute,
         upload_properties,
         [](OperationRun& run) { send(run, "POST"); },
         "Sends a file as the body of a request.",
         "Upload-Http /srv/a (Url: https://example.org/a);"},
        {"Post-Http",
         "HTTP",
         execute,
         web_properties,
         [](OperationRun& run) { send(run, "POST"); },
         "Sends a request with POST, PUT or PATCH.",
         "Post-Http https://example.org/ (TextData: hello);"},
        {"Put-Http",
         "HTTP",
         execute,
         web_properties,
         [](OperationRun& run) { send(run, "PUT"); },
         "Sends a request with PUT.",
         "Put-Http https://example.org/ (TextData: hello);"},
    };
}

} // namespace vow::otterscript
