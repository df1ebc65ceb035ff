#include "modules/http/http_keeper.h"

#include "modules/http/incoming_file.h"
#include "modules/http/url.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/credentials.h"

namespace vow::modules {
namespace {

std::string summary_of(std::uint64_t size, const std::string& sha256) {
    return text({std::to_string(size), " bytes, SHA-256 ", sha256});
}

} // namespace

HttpKeeper::HttpKeeper(HttpClient& client, const Promise& promise, Record& record, Log& log)
    : client_(client),
      promise_(promise),
      settings_(promise),
      request_(settings_.request),
      record_(record),
      log_(log),
      url_(text({"'", shown_url(request_.url), "'"})) {}

Outcome HttpKeeper::keep() {
    if (settings_.file.empty()) {
        send();
    } else {
        download();
    }
    return std::move(outcome_);
}

void HttpKeeper::send() {
    const std::string what = text({"send a ", request_.method, " request to ", url_});
    if (!request_.is_safe() && !record_.allows(what)) return;
    AnswerListener listener(log_);
    const HttpAnswer answer = send_request(request_, listener);
    if (!answer.problem.empty()) return fail(answer);
    // A request that may have changed something at the server is logged at info, though nothing
    // changed here.
    const LogLevel level = request_.is_safe() ? LogLevel::verbose : LogLevel::info;
    record_.log(
        level, text({"Sent a ", request_.method, " request to ", url_, ": ", answer.status_text})
    );
    define("request_done");
    record_.add(Verdict::kept);
}

void HttpKeeper::download() {
    const DownloadTarget place(settings_.file);
    if (!place.problem.empty()) return fail_file(place.problem);
    if (request_.is_safe() && has_promised_digest(place))
        return succeed(text({"'", settings_.file, "' has the promised digest"}));
    const bool may_change = promise_.terms.changes_allowed();
    // A missing file will be created whatever the server responds.
    const bool is_foreseeable = !request_.is_safe() || !place.exists;
    if (!may_change && is_foreseeable) {
        const auto action = place.exists ? ChangeAction::update : ChangeAction::create;
        record_.allows({.what = download_words(), .path = settings_.file, .action = action});
        return;
    }
    using enum IncomingFile::Purpose;
    IncomingFile file(place, may_change ? install : compare);
    receive(place, file);
}

void HttpKeeper::receive(const DownloadTarget& place, IncomingFile& file) {
    SavingListener saving(file, log_);
    const HttpAnswer answer = send_request(request_if_changed(place), saving);
    if (saving.error() != 0) return fail_file(saving.error());
    if (!answer.problem.empty()) return fail(answer);
    if (answer.is_unchanged)
        return succeed(text({"'", settings_.file, "' is unchanged at ", url_}));
    replace(place, file, answer.provenance);
}

void HttpKeeper::replace(
    const DownloadTarget& place, IncomingFile& file, const Provenance& provenance
) {
    const std::string digest = file.sha256();
    if (!settings_.sha256.empty() && digest != settings_.sha256) {
        define("request_failed");
        return record_.failed(text(
            {"The response of ",
             url_,
             " has the SHA-256 digest ",
             digest,
             ", expected ",
             settings_.sha256,
             "; '",
             settings_.file,
             "' is left unchanged"}
        ));
    }
    const std::string before = place.exists ? place.sha256() : "";
    if (before == digest) return succeed(text({"'", settings_.file, "' is identical to ", url_}));
    Change change{
        .what = download_words(),
        .path = settings_.file,
        .after = summary_of(file.size(), digest),
        .action = ChangeAction::create};
    if (place.exists) {
        change.before = summary_of(place.size, before);
        change.action = ChangeAction::update;
    }
    if (!record_.allows(std::move(change))) return;
    if (const int error = file.put_in_place(provenance); error != 0) return fail_file(error);
    define("request_done");
    record_.repaired(text({"Downloaded ", url_, " to '", settings_.file, "'"}));
}

HttpAnswer HttpKeeper::send_request(const HttpRequest& request, HttpListener& listener) {
    HttpAnswer answer = client_.send(request, listener);
    if (answer.status != 0)
        outcome_.variables = {{"status", Data::string(std::to_string(answer.status))}};
    return answer;
}

/// A file without the promised digest is replaced, whatever its provenance.
HttpRequest HttpKeeper::request_if_changed(const DownloadTarget& place) const {
    HttpRequest request = request_;
    const bool may_stay = place.file && request.is_safe() && settings_.sha256.empty();
    if (may_stay) request.known = recall(*place.file);
    return request;
}

bool HttpKeeper::has_promised_digest(const DownloadTarget& place) const {
    return place.exists && !settings_.sha256.empty() && place.sha256() == settings_.sha256;
}

std::string HttpKeeper::download_words() const {
    const std::string file = text({"'", settings_.file, "'"});
    if (request_.is_safe()) return text({"download ", url_, " to ", file});
    return text(
        {"send a ", request_.method, " request to ", url_, " and save the response in ", file}
    );
}

void HttpKeeper::succeed(std::string_view text) {
    define("request_done");
    record_.kept(text);
}

void HttpKeeper::fail(const HttpAnswer& answer) {
    define("request_failed");
    if (answer.payload_unreadable) {
        define("payload_failed");
        define("payload_file_failed");
    }
    record_.failed(answer.problem);
}

void HttpKeeper::fail_file(const std::string& problem) {
    define("request_failed");
    define("file_failed");
    record_.failed(problem);
}

void HttpKeeper::fail_file(int error) {
    define("request_failed");
    define("file_failed");
    const std::string where = text({" in '", settings_.file, "': "});
    record_.failed_with(
        error,
        text({"Cannot save the response of ", url_, where, path_error(settings_.file, error)})
    );
}

void HttpKeeper::define(std::string_view ending) {
    outcome_.classes.push_back(
        text({without_credentials(promise_.promiser), "_", request_.method, "_", ending})
    );
}

} // namespace vow::modules
