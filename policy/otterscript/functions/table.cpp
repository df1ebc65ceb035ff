#include "policy/otterscript/functions/table.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <unordered_map>

namespace vow::otterscript {

const std::vector<Function>& functions() {
    static const std::vector<Function> table = [] {
        std::vector<Function> all;
        for (const auto family :
             {text_functions(),
              pattern_functions(),
              encoding_functions(),
              list_functions(),
              number_functions(),
              file_functions(),
              execution_functions(),
              server_functions(),
              secret_functions(),
              unavailable_functions()})
            all.insert(all.end(), family.begin(), family.end());
        std::ranges::sort(all, {}, &Function::name);
        return all;
    }();
    return table;
}

const Function* find_function(std::string_view name) {
    static const std::unordered_map<std::string, const Function*> index = [] {
        std::unordered_map<std::string, const Function*> by_name;
        for (const Function& function : functions())
            by_name.emplace(lower_case(function.name), &function);
        return by_name;
    }();
    const auto found = index.find(lower_case(name));
    return found == index.end() ? nullptr : found->second;
}

} // namespace vow::otterscript
