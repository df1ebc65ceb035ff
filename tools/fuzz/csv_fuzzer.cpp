#include "policy/cfengine/functions/text/line_formats.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Reads comma separated values. No row is without a field, and fields are parts of the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::size_t length = 0;
    for (const cfengine::CsvRow& row : cfengine::parse_csv(fuzz::text_of(bytes, size))) {
        fuzz::require(!row.empty());
        for (const std::string& field : row)
            length += field.size();
    }
    fuzz::require(length <= size);
    return 0;
}
