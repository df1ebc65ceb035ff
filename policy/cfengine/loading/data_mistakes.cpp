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
    if (is_for_vow())
        diagnostics_.add(invalid_definition, place, {message});
    else
        run_.log(LogLevel::error, message);
}

void DataMistakes::report_ignored(const std::string& message) {
    if (is_for_vow()) report(message);
}

Span DataMistakes::place(std::uint32_t begin, std::uint32_t end) const {
    if (!is_for_vow() || file_ == nullptr) return {};
    const auto size = static_cast<std::uint32_t>(file_->text().size());
    return {file_, std::min(begin, size), std::min(end, size)};
}

Span DataMistakes::place_of(const std::vector<std::string>& path) {
    if (!is_for_vow() || file_ == nullptr) return {};
    if (!places_) places_.emplace(file_->text());
    const auto found = places_->find(path);
    return found ? place(found->begin, found->end) : place(0, 0);
}

} // namespace vow::cfengine
