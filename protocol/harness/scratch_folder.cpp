#include "protocol/harness/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace vow::harness {
namespace {

constexpr std::string_view placeholder = "{{tmp}}";

} // namespace

ScratchFolder::ScratchFolder() {
    path_ = std::filesystem::temp_directory_path() / "vow-module-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) {
        throw std::system_error(
            errno, std::system_category(), "cannot make a folder '" + path_ + "'"
        );
    }
}

ScratchFolder::~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
}

std::string ScratchFolder::filled_in(std::string text) const {
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + path_.size()))
        text.replace(at, placeholder.size(), path_);
    return text;
}

Data ScratchFolder::filled_in(const Data& data) const {
    switch (data.kind()) {
    case Data::Kind::string: return Data::string(filled_in(std::string(data.text())));
    case Data::Kind::array: {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(filled_in(item));
        return Data::array(std::move(items));
    }
    case Data::Kind::object: {
        std::vector<Data::Member> members;
        for (const auto& [name, value] : data.members())
            members.emplace_back(filled_in(name), filled_in(value));
        return Data::object(std::move(members));
    }
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: break;
    }
    return data;
}

SentPromise ScratchFolder::filled_in(const SentPromise& promise) const {
    SentPromise filled{.type = promise.type, .promiser = filled_in(promise.promiser)};
    for (const auto& [name, value] : promise.attributes)
        filled.attributes.emplace_back(name, filled_in(value));
    return filled;
}

} // namespace vow::harness
