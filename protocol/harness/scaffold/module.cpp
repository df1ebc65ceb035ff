/// The promise type `@NAME@`: the promiser is a file that has the attribute `content` as its text.

#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/serve.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace vow;

namespace {

PromiseTypeDescription text_file_type() {
    PromiseTypeDescription type{
        .name = "@NAME@",
        .summary = "keeps the text of a file",
        .promiser_summary = "the file, an absolute path",
        .promiser_pattern = "/.+",
    };
    type.attributes = {
        {.name = "content", .required = true, .summary = "the text of the file"},
    };
    return type;
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool write_text(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    return static_cast<bool>(file << text << std::flush);
}

class TextFile : public modules::DescribedModule {
public:
    TextFile() : DescribedModule(text_file_type()) {}

private:
    Outcome keep(const Promise& promise, Record& record, modules::Log&) override {
        const std::string& path = promise.promiser;
        const std::string wanted = Settings(promise.attributes).text_or("content", "");
        if (std::filesystem::exists(path) && text_of(path) == wanted) {
            record.kept("'" + path + "' is as promised");
        } else if (!record.allows({.what = "write '" + path + "'", .path = path})) {
            return {};
        } else if (write_text(path, wanted)) {
            record.repaired("Wrote '" + path + "'");
        } else {
            record.failed("Cannot write '" + path + "': " + modules::system_message(errno));
        }
        return {};
    }
};

} // namespace

int main() {
    TextFile module;
    return modules::serve(module);
}
