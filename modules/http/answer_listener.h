#pragma once

#include "modules/http/http_request.h"
#include "modules/http/incoming_file.h"
#include "modules/sdk/cpp/log.h"

namespace vow::modules {

/// Throws an answer away, and says how much of it has come.
class AnswerListener : public HttpListener {
public:
    explicit AnswerListener(Log& log) : log_(log) {}

    bool take(std::string_view /*bytes*/) override { return true; }
    bool go_on(std::int64_t received, std::int64_t expected) override;

private:
    Log& log_;
    int percent_ = -1; ///< as said last
};

/// Keeps an answer in a file, too; both are borrowed.
class SavingListener : public AnswerListener {
public:
    SavingListener(IncomingFile& file, Log& log) : AnswerListener(log), file_(file) {}

    bool take(std::string_view bytes) override {
        error_ = file_.add(bytes);
        return error_ == 0;
    }
    int error() const { return error_; } ///< an errno; 0: none

private:
    IncomingFile& file_;
    int error_ = 0;
};

} // namespace vow::modules
