#include "protocol/promise/record.h"

#include <cerrno>
#include <string>

namespace vow {
namespace {

std::string usual_warning(const Change& change, const Terms& terms) {
    return "Should " + change.what + (terms.only_warns() ? ", but only warning promised" : "");
}

} // namespace

Record::Part::Part(Record& record, std::string promiser)
    : record_(record),
      promiser_(std::move(promiser)),
      before_(std::exchange(record.verdicts_, {})) {}

Record::Part::~Part() {
    if (record_.promise_.terms.parts == Terms::Parts::listed)
        record_.parts_.push_back({std::move(promiser_), record_.verdicts_});
    record_.verdicts_.add(before_);
}

bool Record::allows(Change change) {
    if (promise_.terms.policy == Terms::Policy::fix) return allows(std::move(change), {});
    const std::string warning = usual_warning(change, promise_.terms);
    return allows(std::move(change), warning);
}

bool Record::allows(Change change, std::string_view warning) {
    if (promise_.terms.policy == Terms::Policy::fix) {
        if (prepare_) prepare_();
        allowed_ = std::move(change);
        return true;
    }
    changes_.push_back(std::move(change));
    warned(warning);
    return pretends_;
}

void Record::kept(std::string_view text) {
    log_(LogLevel::verbose, text);
    if (counts_kept_) verdicts_.add(Verdict::kept);
}

void Record::repaired(std::string_view text) {
    if (pretends_) return;
    log_(LogLevel::info, text);
    verdicts_.add(Verdict::repaired);
    if (allowed_) changes_.push_back(*std::move(allowed_));
    allowed_.reset();
}

void Record::failed(std::string_view text) {
    log_(LogLevel::error, text);
    verdicts_.add(Verdict::not_kept);
    failed_ = true;
    allowed_.reset();
}

void Record::denied(std::string_view text) {
    log_(LogLevel::error, text);
    verdicts_.add(Verdict::denied);
    failed_ = true;
    allowed_.reset();
}

void Record::warned(std::string_view text) {
    log_(LogLevel::warning, text);
    verdicts_.add(Verdict::not_kept);
    warned_ = true;
}

void Record::missing(std::string_view text) {
    if (promise_.terms.changes_allowed())
        failed(text);
    else
        cannot_tell(Untold::unknown_value, text);
}

void Record::cannot_tell(Untold why, std::string_view text) {
    warned(text);
    untold_ = why;
}

void Record::timed_out(std::string_view text) {
    failed(text);
    verdicts_.add(Verdict::timed_out);
}

void Record::failed_with(int error_number, std::string_view text) {
    const bool not_permitted =
        error_number == EACCES || error_number == EPERM || error_number == EROFS;
    failed(text);
    if (not_permitted) verdicts_.add(Verdict::denied);
}

} // namespace vow
