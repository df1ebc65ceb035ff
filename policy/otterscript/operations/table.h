#pragma once

#include "policy/otterscript/statements/operation.h"

#include <span>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// The operations that the language has of its own.
const std::vector<Operation>& native_operations();

/// Keeps the promise that an operation like `Ensure-T` stands for.
void run_promise_operation(OperationRun& run);

// The families of operations, one file each.
std::vector<Operation> file_operations();
std::vector<Operation> file_set_operations();
std::vector<Operation> program_operations();
std::vector<Operation> script_operations();
std::vector<Operation> described_script_operations();
std::vector<Operation> plan_operations();
std::vector<Operation> artifact_operations();
std::vector<Operation> asset_operations();
std::vector<Operation> package_list_operations();
std::vector<Operation> template_operations();
std::vector<Operation> web_operations();
std::vector<Operation> general_operations();
std::vector<Operation> machine_operations();
std::vector<Operation> archive_operations();
std::vector<Operation> repository_operations();
std::vector<Operation> container_operations();
std::vector<Operation> unavailable_operations();

} // namespace vow::otterscript
