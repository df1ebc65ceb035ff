#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// A value that outlives the run: a text or data, under a key in a space.
struct Document {
    std::string key;
    Data value;
};

/// One change of a document; without a value, the document is erased.
struct DocumentChange {
    std::string space; ///< the owner of the documents: "persistent_class", a plan, ...
    std::string key;
    std::optional<Data> value;
};

/// The documents of a machine. They reach the disk at once.
class Documents {
public:
    virtual ~Documents() = default;

    /// nullopt when the document does not exist.
    virtual std::optional<Data> document(std::string_view space, std::string_view key) = 0;
    /// All documents of a space, by key.
    virtual std::vector<Document> documents(std::string_view space) = 0;
    enum class Stored { yes, no };
    /// Makes all of the changes, or none if one fails.
    virtual Stored change(const std::vector<DocumentChange>& changes) = 0;
    /// The same. When it returns, the changes survive a power cut.
    virtual Stored change_durably(const std::vector<DocumentChange>& changes) {
        return change(changes);
    }

    Stored put(std::string space, std::string key, Data value) {
        return change({{std::move(space), std::move(key), std::move(value)}});
    }
    Stored erase(std::string space, std::string key) {
        return change({{std::move(space), std::move(key), std::nullopt}});
    }
};

} // namespace vow
