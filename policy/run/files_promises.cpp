#include "policy/run/files_promises.h"

namespace vow::files_promise {
namespace {

Attribute deletion(const char* of_folders) {
    return {"delete", Data::object({{"rmdirs", Data::string(of_folders)}})};
}

} // namespace

Attributes removed_tree() {
    return {
        deletion("true"),
        {"depth_search",
         Data::object({{"depth", Data::string("inf")}, {"include_basedir", Data::string("true")}})},
        {"file_select",
         Data::object(
             {{"leaf_name", Data::array({Data::string(".*")})},
              {"file_result", Data::string("leaf_name")}}
         )}};
}

Attributes removed_folder() {
    return {deletion("true")};
}

Attributes removed_file() {
    return {deletion("false")};
}

} // namespace vow::files_promise
