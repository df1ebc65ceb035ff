#pragma once

#include "modules/http/http_request.h"
#include "modules/http/incoming_file.h"
#include "modules/sdk/cpp/log.h"

namespace vow::modules {

/// Discards a response, and logs progress.
class AnswerListener : public HttpListener {
public:
    explicit AnswerListener(Log& log) : log_(log) {}

    bool take(std::string_view /*bytes*/) override { return true; }
    bool go_on(std::int64_t received, std::int64_t expected) override;

private:
    Log& log_;
    int percent_ = -1; ///< logged last
};

/// Also saves a response to a file; both are borrowed.
class SavingListener : public AnswerListener {
public:
    SavingListener(IncomingFile& file, Log& log) : AnswerListener(log), file_(file) {}

    bool take(std::string_view bytes) override {
        error_ = file_.add(bytes);
        return error_ == 0;
    }
    int error() const { return error_; } ///< an errno, or 0

private:
    IncomingFile& file_;
    int error_ = 0;
};

} // namespace vow::modules
