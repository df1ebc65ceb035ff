#include "agent/reporting/delivery.h"
#include "protocol/system/dynamic_library.h"

#include <cstddef>

namespace vow::agent {
namespace {

/// The functions in use, as the stable interface of libzstd has them. Its header is not needed.
struct ZstdLibrary {
    std::size_t (*bound)(std::size_t size);
    std::size_t (*compress
    )(void* to, std::size_t capacity, const void* from, std::size_t size, int level);
    unsigned (*is_error)(std::size_t result);
};

std::optional<ZstdLibrary> open_zstd() {
    const auto library = DynamicLibrary::open({"libzstd.so.1"});
    if (!library) return std::nullopt;
    try {
        return ZstdLibrary{
            .bound = library->symbol<decltype(ZstdLibrary::bound)>("ZSTD_compressBound"),
            .compress = library->symbol<decltype(ZstdLibrary::compress)>("ZSTD_compress"),
            .is_error = library->symbol<decltype(ZstdLibrary::is_error)>("ZSTD_isError")};
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

} // namespace

std::optional<std::string> zstd_compressed(std::string_view text) {
    static const std::optional<ZstdLibrary> library = open_zstd();
    if (!library) return std::nullopt;
    constexpr int usual_level = 3;
    std::string packed(library->bound(text.size()), '\0');
    const std::size_t size =
        library->compress(packed.data(), packed.size(), text.data(), text.size(), usual_level);
    if (library->is_error(size) != 0) return std::nullopt;
    packed.resize(size);
    return packed;
}

} // namespace vow::agent
