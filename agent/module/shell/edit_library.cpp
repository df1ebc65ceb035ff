#if __has_include(<histedit.h>)
#include "agent/module/shell/edit_library.h"

#include "protocol/system/dynamic_library.h"

#include <optional>

namespace vow::agent {
namespace {

// The name of a member's symbol, and its type, are those of the function in the headers.
#define VOW_EDIT(function) library->symbol<decltype(&::function)>(#function)

std::optional<EditLibrary> open_functions() {
    // First Debian's name for it, then the one of its authors.
    const auto library = DynamicLibrary::open({"libedit.so.2", "libedit.so.0"});
    if (!library) return std::nullopt;
    try {
        return EditLibrary{
            .init = VOW_EDIT(el_init),
            .end = VOW_EDIT(el_end),
            .set = VOW_EDIT(el_set),
            .get = VOW_EDIT(el_get),
            .gets = VOW_EDIT(el_gets),
            .line = VOW_EDIT(el_line),
            .insertstr = VOW_EDIT(el_insertstr),
            .source = VOW_EDIT(el_source),
            .history_init = VOW_EDIT(history_init),
            .history_end = VOW_EDIT(history_end),
            .history = VOW_EDIT(history)};
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

#undef VOW_EDIT

} // namespace

const EditLibrary* edit_library() {
    static const std::optional<EditLibrary> library = open_functions();
    return library ? &*library : nullptr;
}

} // namespace vow::agent
#endif
