#pragma once

#include "policy/otterscript/statements/operation_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// The files of an operation with Include, Exclude and a directory, on the machine in context.
struct FileSet {
    std::string folder;
    std::vector<std::string> files; ///< relative to it

    FileSet(OperationRun& run, std::string_view directory, const std::string& usual_mask);
};

/// Files of a machine that are to be transferred.
struct Source {
    Context context;
    std::string folder;
    std::vector<std::string> files; ///< relative to it
};

enum class OtherFiles { kept, deleted };
/// The time of the last change that a copy gets.
enum class CopiedTime { now, of_source };

/// Deletes the files of a folder of the machine in context except `kept`, which are relative to
/// it. Ends the operation, with nothing deleted, if the folder holds `needed`: a path of that
/// machine that the operation reads afterwards; may be empty.
void clear_folder(
    OperationRun& run,
    const std::string& folder,
    const std::vector<std::string>& kept,
    const std::string& needed
);

/// The context of the server that a property names; that of the operation if it is not given.
Context context_of(OperationRun& run, std::string_view property);
/// Copies a file of the machine in context with its permission bits, but without set-id bits. The
/// copy belongs to the running user: who owns the source does not get to own what is made of it.
void copy_one(
    OperationRun& run,
    const std::string& from,
    const std::string& to,
    CopiedTime time = CopiedTime::now
);
/// Deletes a file of the machine in context.
void delete_one(OperationRun& run, const std::string& path);
/// Copies files into a folder of the machine in context. From one machine to another, they pass
/// through this one, and have to be text in UTF-8.
void transfer(
    OperationRun& run,
    const Source& source,
    const std::string& folder,
    OtherFiles other_files,
    CopiedTime time = CopiedTime::now
);

} // namespace vow::otterscript
