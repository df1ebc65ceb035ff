#include "policy/cfengine/loading/data_mistakes.h"

#include "policy/run/secret_schema.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind invalid_definition{"invalid-definition", "{}"};

} // namespace

void DataMistakes::set_file(const SourceText& file) {
    file_ = &file;
    places_.reset();
    const std::string schema = schema_path_of(file.path());
    hides_text_ = static_cast<bool>(run_.world.host.status(schema, Symlinks::as_they_are));
}

bool DataMistakes::keep_secrets(const Data& root) {
    const auto secrets = secrets_beside(run_.world.host, file_->path(), root);
    if (!secrets) {
        report_at(place(0, 0), "'" + file_->path() + "' is not read: " + secrets.why_not);
        return false;
    }
    if (!secrets->items().empty()) run_.keep_secret(*secrets);
    hides_text_ = false;
    return true;
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
    if (are_logged() || file_ == nullptr || hides_text_) return {};
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
