#include "modules/files/named_file.h"

#include "modules/files/path.h"

namespace vow::modules {

NamedFile::NamedFile(std::string path) : path_(std::move(path)), place_(Place::at(path_)) {}

SystemResult<struct stat> NamedFile::status() const {
    return place_ ? place_->status() : SystemResult<struct stat>::failed(place_.error());
}

SystemResult<struct stat> NamedFile::target_status() const {
    return place_ ? place_->target_status() : SystemResult<struct stat>::failed(place_.error());
}

SystemResult<OpenFolder> NamedFile::open_folder() const {
    return place_ ? place_->open_folder() : SystemResult<OpenFolder>::failed(place_.error());
}

NamedFile NamedFile::with_suffix(std::string_view suffix) const {
    return {path_ + std::string(suffix), place_->beside(suffix)};
}

NamedFile NamedFile::in(const OpenFolder& folder, const std::string& name) const {
    return {joined(path_, name), Place(folder, name)};
}

NamedFile NamedFile::resolved() const {
    return {path_, place_ ? place_->resolved() : place_};
}

} // namespace vow::modules
