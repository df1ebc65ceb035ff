#pragma once

#include "modules/http/http_request.h"
#include "modules/http/incoming_file.h"
#include "modules/sdk/cpp/log.h"

#include <string>

namespace vow::modules {

/// Throws an answer away, and says how much of it has come.
class AnswerListener : public HttpListener {
public:
    AnswerListener(const std::string& what, Log& log) : what_(what), log_(log) {}

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

/// Keeps an answer in a file; both are borrowed.
class SavingListener : public AnswerListener {
public:
    SavingListener(IncomingFile& file, const std::string& what, Log& log)
        : AnswerListener(what, log),
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

} // namespace vow::modules
