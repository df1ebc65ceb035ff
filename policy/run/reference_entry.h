#pragma once

#include "protocol/description/description.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// A function of a policy language, for listings. The words are the language's own.
struct FunctionDescription {
    struct Parameter {
        std::string name;
        std::string kind;  ///< "text", "integer", "class expression", ...
        std::string range; ///< "0,100" or the choices; empty: any value
    };
    enum class Arity { fixed, variadic }; ///< variadic: the last parameter repeats

    std::string name;
    std::vector<Parameter> parameters;
    std::size_t required; ///< how many parameters are not optional
    Arity arity;
    std::string returns;
    std::string help;         ///< one sentence
    std::string example = {}; ///< a call; may be empty
};

/// The kind of an entry of a reference. Attributes are parts of entries, and have no kind here.
enum class ReferenceKind : std::uint8_t {
    type, ///< of promises
    body,
    bundle,
    function,
    operation,
    statement,
    step, ///< of a plan
    entity,
    class_,
    variable,
    module
};

/// "class" for class_.
std::string_view text_of(ReferenceKind kind);
std::span<const ReferenceKind> all_reference_kinds();

/// An attribute, parameter or property.
struct ReferencePart {
    std::string name;
    std::string value = {};                ///< the values: "text", "one of fix, warn, nop"
    std::string summary = {};              ///< may be empty
    std::vector<ReferencePart> parts = {}; ///< of a body
};

/// Something that a policy can use by its name, as the tables of its language and the descriptions
/// of modules have it. For `vow doc` and the pages of the reference; nothing checks by it.
struct ReferenceEntry {
    ReferenceKind kind;
    std::string name = {};    ///< a name that ends in "*" stands for all that begin so
    std::string title = {};   ///< how it is written: "join(glue, list) -> string"
    std::string summary = {}; ///< one sentence; may be empty
    std::vector<std::string> other_names = {}; ///< by which it is found as well
    std::vector<ReferencePart> parts = {};
    std::string common = {};             ///< an entry of its kind whose parts it has as well
    std::vector<std::string> notes = {}; ///< further sentences
    std::string example = {};            ///< lines of a policy; may be empty
    std::string text = {};               ///< the definition, of what is written in the language
    std::string language = {};           ///< empty: of all of them
};

/// The promise types of modules, by name.
using TypeDescriptions = std::map<std::string, PromiseTypeDescription, std::less<>>;

/// "join(glue, list) -> string", "nth(list, [index])"
std::string signature_of(const FunctionDescription& function);

ReferenceEntry entry_of(const FunctionDescription& function);

/// Those of a promise type or of a body.
std::vector<ReferencePart> parts_of(std::span<const AttributeDescription> attributes);

/// The parts and rules of a promise type.
ReferenceEntry entry_of(const PromiseTypeDescription& type);

} // namespace vow
