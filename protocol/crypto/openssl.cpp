#include "protocol/crypto/openssl.h"

#include "protocol/system/dynamic_library.h"

#include <optional>

namespace vow {
namespace {

std::optional<Openssl> open_openssl() {
    const auto library = DynamicLibrary::open({"libcrypto.so.3"});
    if (!library) return std::nullopt;
    try {
#define VOW_OPENSSL_SYMBOL(function) library->symbol<decltype(&::function)>(#function),
        return Openssl{VOW_OPENSSL_FUNCTIONS(VOW_OPENSSL_SYMBOL)};
#undef VOW_OPENSSL_SYMBOL
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

} // namespace

const Openssl* find_openssl() {
    static const std::optional<Openssl> library = open_openssl();
    return library ? &*library : nullptr;
}

const Openssl& openssl() {
    if (const Openssl* library = find_openssl()) return *library;
    throw DynamicLibrary::Missing(
        "keys and certificates need OpenSSL 3, and this host has no libcrypto.so.3 (package "
        "libssl3 of Debian, openssl-libs of Fedora)"
    );
}

OpensslMemory readable(std::string_view bytes) {
    return OpensslMemory(openssl().BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
}

std::string written_to(const OpensslMemory& memory) {
    char* text = nullptr;
    const long size = openssl().BIO_ctrl(memory.get(), BIO_CTRL_INFO, 0, &text);
    return {text, static_cast<std::size_t>(size)};
}

} // namespace vow
