#include "policy/cfengine/loading/data_mistakes.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind invalid_definition{"invalid-definition", "{}"};

} // namespace

void DataMistakes::set_file(const SourceText& file) {
    file_ = &file;
    places_.reset();
}

void DataMistakes::report_at(Span place, const std::string& message) {
    if (are_logged())
        run_.log(LogLevel::error, message);
    else
        diagnostics_.add(invalid_definition, place, {message});
}

void DataMistakes::report_ignored(const std::string& message) {
    if (!are_logged()) report(message);
}

Span DataMistakes::place(std::uint32_t begin, std::uint32_t end) const {
    if (are_logged() || file_ == nullptr) return {};
    const auto size = static_cast<std::uint32_t>(file_->text().size());
    return {file_, std::min(begin, size), std::min(end, size)};
}

Span DataMistakes::place_of(const std::vector<std::string>& path) {
    if (are_logged() || file_ == nullptr) return {};
    if (!places_) places_.emplace(file_->text());
    const auto found = places_->find(path);
    return found ? place(found->begin, found->end) : place(0, 0);
}

} // namespace vow::cfengine
