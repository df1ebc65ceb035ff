#pragma once

#include "modules/http/http_client.h"
#include "modules/http/incoming_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// The parsed attributes of an `http` promise.
struct HttpSettings {
    HttpRequest request;
    std::string file;   ///< for the response; empty if it is not kept
    std::string sha256; ///< of the response, in lower case; empty for any

    /// `promise` has no faults according to faults_of_http().
    explicit HttpSettings(const Promise& promise);
};

/// Faults of a promise beyond its description, one sentence each.
std::vector<std::string> faults_of_http(const Promise& promise);

class IncomingFile;

/// Keeps one `http` promise. Borrows its arguments.
class HttpKeeper {
public:
    HttpKeeper(HttpClient& client, const Promise& promise, Record& record, Log& log);

    /// May be called once. Returns classes and variables; everything else is in the record.
    Outcome keep();

private:
    void send();
    void download();
    void receive(const DownloadTarget& place, IncomingFile& file);
    void replace(const DownloadTarget& place, IncomingFile& file, const Provenance& provenance);

    HttpAnswer send_request(const HttpRequest& request, HttpListener& listener);
    HttpRequest request_if_changed(const DownloadTarget& place) const;
    bool has_promised_digest(const DownloadTarget& place) const;
    std::string download_words() const;

    void succeed(std::string_view text); ///< the promise is kept
    void fail(const HttpAnswer& answer);
    void fail_file(const std::string& problem);
    void fail_file(int error);
    void define(std::string_view ending);

    HttpClient& client_;
    const Promise& promise_;
    const HttpSettings settings_;
    const HttpRequest& request_;
    Record& record_;
    Log& log_;
    const std::string url_; ///< in quotes, for messages
    Outcome outcome_;
};

} // namespace vow::modules
