#pragma once

#include "protocol/data/data.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The members of an object in a file of metadata, each of the kind that the specification has for
/// it. Borrows the object. Throws Untrusted, with the name of the file, for others.
class MetadataMembers {
public:
    MetadataMembers(const Data& object, std::string name);

    const Data* find(std::string_view member) const { return object_.find(member); }
    const Data& required(std::string_view member, Data::Kind kind, std::string_view form) const;
    std::string text(std::string_view member) const;
    bool truth(std::string_view member) const;
    std::int64_t number(std::string_view member, std::int64_t least) const;
    MetadataMembers object(std::string_view member) const;
    /// An object in a list of this one.
    MetadataMembers item(const Data& object) const { return {object, name_}; }
    const Data::Array& array(std::string_view member) const;
    std::vector<std::string> texts(std::string_view member) const;
    const std::vector<Data::Member>& all() const { return object_.members(); }

    /// Fails at a member with another name.
    void require_known(std::initializer_list<std::string_view> names) const;
    [[noreturn]] void fail(const std::string& fault) const;

private:
    const Data& object_;
    std::string name_;
};

} // namespace vow::agent
