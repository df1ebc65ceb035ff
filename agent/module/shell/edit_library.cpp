#if __has_include(<histedit.h>)
#include "agent/module/shell/edit_library.h"

#include <optional>
#include <stdexcept>

#include <dlfcn.h>

namespace vow::agent {
namespace {

/// First Debian's name for it, then the one of its authors.
void* open_library() {
    for (const char* name : {"libedit.so.2", "libedit.so.0"}) {
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    }
    return nullptr;
}

template <class Function>
Function symbol(void* library, const char* name) {
    void* found = ::dlsym(library, name);
    if (found == nullptr) throw std::runtime_error(name);
    return reinterpret_cast<Function>(found);
}

std::optional<EditLibrary> open_functions() {
    void* library = open_library();
    if (library == nullptr) return std::nullopt;
    try {
        return EditLibrary{
            .init = symbol<decltype(&::el_init)>(library, "el_init"),
            .end = symbol<decltype(&::el_end)>(library, "el_end"),
            .set = symbol<decltype(&::el_set)>(library, "el_set"),
            .get = symbol<decltype(&::el_get)>(library, "el_get"),
            .gets = symbol<decltype(&::el_gets)>(library, "el_gets"),
            .line = symbol<decltype(&::el_line)>(library, "el_line"),
            .insertstr = symbol<decltype(&::el_insertstr)>(library, "el_insertstr"),
            .source = symbol<decltype(&::el_source)>(library, "el_source"),
            .history_init = symbol<decltype(&::history_init)>(library, "history_init"),
            .history_end = symbol<decltype(&::history_end)>(library, "history_end"),
            .history = symbol<decltype(&::history)>(library, "history")};
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

} // namespace

const EditLibrary* edit_library() {
    static const std::optional<EditLibrary> library = open_functions();
    return library ? &*library : nullptr;
}

} // namespace vow::agent
#endif
