#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Masks the values of secret attributes in everything that others read: log lines, events, records
/// (protocol/README.md, section 9). A value is masked from its first promise on, in texts about any
/// promise. The cost of masking depends on the length of the text, not on the number of secrets.
class Secrets {
public:
    static constexpr std::string_view mask = "***";
    /// Shorter values, and the words true, false, null and none, are not masked in texts, which
    /// would be full of masks; attributes are masked by name.
    static constexpr std::size_t shortest_in_texts = 4;

    /// Adds the secrets of a promise, and the names of the secret attributes of its type. Returns
    /// the secrets as an array.
    Data note(const Promise& promise, const PromiseTypeDescription& described);

    /// The same for an invalid description: hides every attribute that may be secret according to
    /// it.
    Data note_possible(const Promise& promise, const Data& description);

    /// Adds every text in a value.
    void add(const Data& value);

    bool empty() const { return names_.empty() && by_beginning_.empty(); }

    /// Whether a secret is in a text, or in any text of a value.
    bool is_in(std::string_view text) const;
    bool is_in(const Data& value) const;
    /// The secrets in the result of a function that was given one, as an array: a text as a whole,
    /// unless it is a number that is shorter than any secret, such as a length, and no part of one;
    /// in a list or an object each text that is a part of a secret.
    Data made_of_secret(const Data& result) const;

    /// The text with a mask for each secret value in it, in any of its forms (forms_of_secret()).
    std::string masked(std::string_view text) const;
    /// The same for every text in data.
    Data masked(const Data& data) const;
    /// Masks classes, variables and changes of an outcome.
    Outcome masked(Outcome outcome) const;
    /// An attribute of the noted type, as a text or as it goes over the wire.
    Data masked_attribute(const std::string& name, const Data& value) const;
    bool is_secret(std::string_view attribute) const { return names_.contains(attribute); }

private:
    /// `path` is that of the body that has the attributes; empty for a promise.
    void note_members(
        const std::vector<AttributeDescription>& described,
        const Data& body,
        const std::string& path,
        Data::Array& values
    );
    /// The length of the secret with which a text begins, also of one that was cut short there; 0
    /// without one.
    std::size_t length_at_begin(std::string_view text) const;
    /// Whether a text is a secret, or a part of one.
    bool is_part(std::string_view text) const;
    void add_parts(const Data& value, Data::Array& parts) const;
    void add_text(std::string_view text);
    void add_value(std::string value);

    std::set<std::string, std::less<>> names_; ///< "password", or "user/password" in a body
    std::set<std::string, std::less<>> known_; ///< as they were added
    std::size_t shortest_ = std::string::npos; ///< the length of the shortest of them
    /// Their forms by the first bytes, the longest first.
    std::map<std::string, std::vector<std::string>, std::less<>> by_beginning_;
};

/// True if any attribute of the type is secret.
bool has_secrets(const PromiseTypeDescription& described);

/// The forms in which a secret is found in texts that programs and functions write: as it is, in
/// JSON, in base64 (also as a part of a longer text, as in the header of HTTP basic
/// authentication), in hexadecimal digits, in URLs, in HTML and XML, quoted for a shell, and with
/// underscores as a class name. Digests, ciphers and other transformations are not among them: who
/// makes one of those has to add it as a secret of its own.
///
/// Base64 of a long secret is also found in lines of 64 and of 76 letters.
///
/// Encoded forms of less than eight bytes are left out, as they would be found in texts by chance.
std::vector<std::string> forms_of_secret(std::string_view secret);

} // namespace vow
