#include "policy/otterscript/operations/table.h"

namespace vow::otterscript {

const std::vector<Operation>& native_operations() {
    static const std::vector<Operation> table = [] {
        std::vector<Operation> all;
        for (auto& family :
             {file_operations(),
              file_set_operations(),
              program_operations(),
              script_operations(),
              described_script_operations(),
              plan_operations(),
              artifact_operations(),
              asset_operations(),
              package_list_operations(),
              template_operations(),
              web_operations(),
              general_operations(),
              machine_operations(),
              archive_operations(),
              repository_operations(),
              container_operations(),
              unavailable_operations()})
            all.insert(all.end(), family.begin(), family.end());
        return all;
    }();
    return table;
}

} // namespace vow::otterscript
