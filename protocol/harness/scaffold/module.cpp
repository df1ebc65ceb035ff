/// The promise type `@NAME@`: the promiser is a file that has the attribute `content` as its text.

#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/serve.h"
#include "protocol/promise/settings.h"

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

class TextFile : public modules::DescribedModule {
public:
    TextFile() : DescribedModule(text_file_type()) {}

private:
    Outcome keep(const Promise& promise, Record& record, modules::Log&) override {
        const std::string& path = promise.promiser;
        const std::string wanted = Settings(promise.attributes).text_or("content", "");
        const auto file = modules::TextFile::open(path);
        if (!file) {
            record.failed("Cannot read '" + path + "': " + modules::path_error(path, file.error()));
        } else if (file->text() != nullptr && *file->text() == wanted) {
            record.kept("'" + path + "' is as promised");
        } else if (!record.allows({.what = "write '" + path + "'", .path = path})) {
            return {};
        } else if (const int error = file->write(wanted, 0644); error != 0) {
            record.failed("Cannot write '" + path + "': " + modules::path_error(path, error));
        } else {
            record.repaired("Wrote '" + path + "'");
        }
        return {};
    }
};

} // namespace

int main() {
    TextFile module;
    return modules::serve(module);
}
