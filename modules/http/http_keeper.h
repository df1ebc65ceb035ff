#pragma once

#include "modules/http/http_client.h"
#include "modules/http/http_settings.h"
#include "modules/http/standing_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>

namespace vow::modules {

class IncomingFile;

/// Keeps one `http` promise. It borrows what it is made of.
class HttpKeeper {
public:
    HttpKeeper(HttpClient& client, const Promise& promise, Record& record, Log& log);

    /// To be called once. The answer holds classes and variables; the record has been told the
    /// rest.
    Outcome keep();

private:
    void send();
    void download();
    void receive(const StandingFile& place, IncomingFile& file);
    void replace(const StandingFile& place, IncomingFile& file, const Provenance& provenance);

    HttpAnswer ask(const HttpRequest& request, HttpListener& listener);
    HttpRequest request_if_changed(const StandingFile& place) const;
    bool has_promised_digest(const StandingFile& place) const;
    std::string download_words() const;

    void succeed(std::string_view text); ///< it is as promised
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
    const std::string url_; ///< as messages show it, in quotes
    Outcome outcome_;
};

} // namespace vow::modules
