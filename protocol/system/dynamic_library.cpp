#include "protocol/system/dynamic_library.h"

#include <dlfcn.h>

namespace vow {

std::optional<DynamicLibrary> DynamicLibrary::open(std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return DynamicLibrary(library);
    }
    return std::nullopt;
}

void* DynamicLibrary::find(const char* name) const {
    void* found = ::dlsym(library_, name);
    if (found == nullptr) throw MissingSymbol(name);
    return found;
}

} // namespace vow
