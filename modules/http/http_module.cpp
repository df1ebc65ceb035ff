#include "modules/http/http_module.h"

#include "modules/http/http_settings.h"
#include "modules/http/incoming_file.h"
#include "modules/http/url.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {
namespace {

Data text_data(std::string text) {
    return Data::string(std::move(text));
}

PromiseTypeDescription http_type() {
    PromiseTypeDescription type{
        .name = "http",
        .summary = "downloads, and requests to web servers",
        .promiser_summary = "the URL, or a name where 'url' is promised",
    };
    type.attributes = {
        {.name = "url",
         .pattern = "https?://.+",
         .summary = "what to ask; the promiser when it is not promised"},
        {.name = "file",
         .pattern = "/.*",
         .summary = "where the answer is kept, an absolute path; else it is thrown away"},
        {.name = "method",
         .fallback = text_data("GET"),
         .choices = {"GET", "POST", "PUT", "DELETE", "PATCH"},
         .summary = "the method of the request"},
        {.name = "headers",
         .type = AttributeType::data,
         .secret = true,
         .summary = "lines 'name: value' in a text or a list, or data"},
        {.name = "payload",
         .type = AttributeType::data,
         .secret = true,
         .summary = "what is sent: a text, data that becomes JSON, or '@' and a file"},
        {.name = "insecure",
         .fallback = text_data("false"),
         .choices = {"true", "false", "True", "False"},
         .summary = "whether any certificate is good enough"},
        {.name = "sha256",
         .pattern = "[0-9a-fA-F]{64}",
         .summary = "the digest that the file must have; one that has it is not asked for"},
        {.name = "timeout",
         .fallback = text_data("1500"),
         .pattern = "[0-9]{1,8}",
         .summary = "seconds that the request may take; 0 is no limit"},
        {.name = "max_size",
         .fallback = text_data("10g"),
         .pattern = "[0-9]{1,8}[kmg]?",
         .summary = "bytes that the answer may have"},
    };
    type.rules = {
        {.with = {"sha256"}, .needs = {"file"}, .summary = "it is the digest of a download"}};
    type.result_classes = {
        "PROMISER_METHOD_request_done",
        "PROMISER_METHOD_request_failed",
        "PROMISER_METHOD_payload_failed",
        "PROMISER_METHOD_payload_file_failed",
        "PROMISER_METHOD_file_failed",
    };
    type.examples = {
        "http:\n  \"https://example.org/logo.svg\"\n    file => \"/srv/www/logo.svg\";"};
    return type;
}

std::string summary_of(std::uint64_t size, const std::string& sha256) {
    return text({std::to_string(size), " bytes, SHA-256 ", sha256});
}

/// Throws the answer away.
class Listener : public HttpListener {
public:
    Listener(const std::string& what, Log& log) : what_(what), log_(log) {}

    bool take(std::string_view /*bytes*/) override { return true; }
    bool go_on(std::int64_t received, std::int64_t expected) override {
        if (expected > 0) {
            const int percent = static_cast<int>(100 * received / expected);
            if (percent != percent_) log_.progress(percent, what_);
            percent_ = percent;
        }
        return !log_.stopped();
    }

private:
    const std::string& what_;
    Log& log_;
    int percent_ = -1;
};

/// Keeps the answer in a file.
class Saving : public Listener {
public:
    Saving(IncomingFile& file, const std::string& what, Log& log)
        : Listener(what, log),
          file_(file) {}

    bool take(std::string_view bytes) override {
        error_ = file_.add(bytes);
        return error_ == 0;
    }
    int error() const { return error_; }

private:
    IncomingFile& file_;
    int error_ = 0;
};

/// One promise while it is being kept.
class Keeper {
public:
    Keeper(HttpClient& client, const Promise& promise, Record& record, Log& log)
        : client_(client),
          promise_(promise),
          settings_(promise),
          request_(settings_.request),
          record_(record),
          log_(log),
          url_(text({"'", shown_url(request_.url), "'"})) {}

    Outcome keep() {
        if (settings_.file.empty()) {
            send();
        } else {
            download();
        }
        return std::move(outcome_);
    }

private:
    void send() {
        const std::string what = text({"send a ", request_.method, " request to ", url_});
        if (!request_.is_safe() && !record_.allows(what)) return;
        Listener listener(what, log_);
        const HttpAnswer answer = ask(request_, listener);
        if (!answer.problem.empty()) return fail(answer);
        succeed();
        if (request_.is_safe()) {
            return record_.kept(text({"GET ", url_, " was answered with '", answer.status_text, "'"}
            ));
        }
        record_.say(
            LogLevel::info,
            text({"Sent a ", request_.method, " request to ", url_, ": ", answer.status_text})
        );
        record_.add(Verdict::kept);
    }

    void download() {
        const StandingFile place(settings_.file);
        if (!place.problem.empty()) return fail_file(place.problem);
        const bool is_right = place.exists && !settings_.sha256.empty() && request_.is_safe() &&
                              place.sha256() == settings_.sha256;
        if (is_right) {
            succeed();
            return record_.kept(text({"'", settings_.file, "' has the promised digest"}));
        }
        const bool only_looks = !promise_.terms.changes_allowed();
        // A file that is not there is going to be made, whatever the server would answer.
        const bool is_foreseeable = !request_.is_safe() || !place.exists;
        if (only_looks && is_foreseeable) {
            record_.allows({.what = what(), .path = settings_.file});
            return;
        }
        IncomingFile file(
            place, only_looks ? IncomingFile::Writing::only_looked_at : IncomingFile::Writing::yes
        );
        if (const int error = file.open(); error != 0) return fail_file(error);
        receive(place, file);
    }

    void receive(const StandingFile& place, IncomingFile& file) {
        const std::string what = this->what();
        Saving saving(file, what, log_);
        const HttpAnswer answer = ask(request_if_changed(place), saving);
        if (saving.error() != 0) return fail_file(saving.error());
        if (!answer.problem.empty()) return fail(answer);
        if (answer.is_unchanged) {
            succeed();
            return record_.kept(text({"'", settings_.file, "' is what ", url_, " still answers"}));
        }
        const std::string digest = file.sha256();
        if (!settings_.sha256.empty() && digest != settings_.sha256) {
            define("request_failed");
            return record_.failed(text(
                {"What ",
                 url_,
                 " answered has the SHA-256 digest ",
                 digest,
                 ", expected ",
                 settings_.sha256,
                 "; '",
                 settings_.file,
                 "' stays as it was"}
            ));
        }
        const std::string before = place.exists ? place.sha256() : "";
        if (before == digest) {
            succeed();
            return record_.kept(text({"'", settings_.file, "' is what ", url_, " answers"}));
        }
        Change change{
            .what = what, .path = settings_.file, .after = summary_of(file.size(), digest)};
        if (place.exists) change.before = summary_of(place.size, before);
        if (!record_.allows(std::move(change))) return;
        if (const int error = file.put_in_place(answer.provenance); error != 0)
            return fail_file(error);
        succeed();
        record_.repaired(text({"Downloaded ", url_, " to '", settings_.file, "'"}));
    }

    /// A file that has not the promised digest is to be replaced, whatever the server calls it.
    HttpRequest request_if_changed(const StandingFile& place) const {
        HttpRequest request = request_;
        const bool may_stay = place.exists && request.is_safe() && settings_.sha256.empty();
        if (may_stay) request.known = recall(place.path);
        return request;
    }

    HttpAnswer ask(const HttpRequest& request, HttpListener& listener) {
        HttpAnswer answer = client_.ask(request, listener);
        if (answer.status != 0)
            outcome_.variables = {{"status", Data::string(std::to_string(answer.status))}};
        return answer;
    }

    std::string what() const {
        if (request_.is_safe()) return text({"download ", url_, " to '", settings_.file, "'"});
        return text(
            {"send a ",
             request_.method,
             " request to ",
             url_,
             " and keep the answer in '",
             settings_.file,
             "'"}
        );
    }

    void fail(const HttpAnswer& answer) {
        define("request_failed");
        if (answer.payload_unreadable) {
            define("payload_failed");
            define("payload_file_failed");
        }
        record_.failed(answer.problem);
    }

    void fail_file(const std::string& problem) {
        define("request_failed");
        define("file_failed");
        record_.failed(problem);
    }

    void fail_file(int error) {
        define("request_failed");
        define("file_failed");
        record_.failed_with(
            error,
            text(
                {"Cannot keep the answer of ",
                 url_,
                 " in '",
                 settings_.file,
                 "': ",
                 system_message(error)}
            )
        );
    }

    void succeed() { define("request_done"); }

    void define(std::string_view ending) {
        outcome_.classes.push_back(text({promise_.promiser, "_", request_.method, "_", ending}));
    }

    HttpClient& client_;
    const Promise& promise_;
    const HttpSettings settings_;
    const HttpRequest& request_;
    Record& record_;
    Log& log_;
    const std::string url_; ///< as messages show it, in quotes
    Outcome outcome_;       ///< its classes and variables
};

} // namespace

HttpModule::HttpModule() : DescribedModule(http_type()) {}

std::vector<std::string> HttpModule::further_faults(const Promise& promise) const {
    return faults_of_http(promise);
}

Outcome HttpModule::keep(const Promise& promise, Record& record, Log& log) {
    return Keeper(client_, promise, record, log).keep();
}

} // namespace vow::modules
