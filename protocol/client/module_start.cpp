#include "protocol/client/module_start.h"

#include "protocol/client/module_error.h"
#include "protocol/system/own_process.h"

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace vow::client {
namespace {

using Cause = ModuleError::Cause;

[[noreturn]] void refuse(const std::string& message, Cause cause = Cause::not_started) {
    throw ModuleError(cause, message);
}

Cause cause_of(int error) {
    const bool is_limit = error == EMFILE || error == ENFILE || error == EAGAIN;
    return is_limit ? Cause::no_room : Cause::not_started;
}

std::string advice_for(int error) {
    switch (error) {
    case ENOEXEC: return "; its first line does not name an interpreter, such as '#!/bin/sh'";
    case ENOENT: return "; is the interpreter in its first line installed?";
    case E2BIG: return "; pass what is long on standard input, or in a file";
    default: return {};
    }
}

std::vector<std::string> with_arguments(std::vector<std::string> command, const PromiseType& type) {
    command.insert(command.end(), type.arguments.begin(), type.arguments.end());
    return command;
}

} // namespace

std::vector<std::string> command_of(const PromiseType& type) {
    const std::string subject = "Promise module '" + type.path + "'";
    if (access(type.path.c_str(), F_OK) != 0) refuse(subject + " does not exist");
    if (type.interpreter.empty()) {
        if (access(type.path.c_str(), X_OK) != 0) {
            refuse(subject + " is not an executable file; make it one, or name an interpreter");
        }
        return with_arguments({type.path}, type);
    }
    if (access(type.interpreter.c_str(), X_OK) != 0) {
        refuse(
            "The interpreter '" + type.interpreter + "' of promise module '" + type.path +
            "' is not an executable file"
        );
    }
    if (!type.interpreter.starts_with('/')) {
        refuse(
            "The interpreter '" + type.interpreter + "' of promise module '" + type.path +
            "' is not an absolute path"
        );
    }
    return with_arguments({type.interpreter, type.path}, type);
}

std::vector<std::string> module_environment(Progress progress) {
    return environment_with({progress == Progress::watched ? "VOW_PROGRESS=1" : "VOW_PROGRESS"});
}

Subprocess start_command(Command command, const std::string& name, const Trust& trust) {
    const auto checked = trust.checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked))
        refuse("Promise module '" + name + "' is not trusted: " + objection->reason);
    try {
        return Subprocess(std::get<TrustedCommand>(checked));
    } catch (const std::system_error& error) {
        refuse(
            "Cannot start promise module '" + name + "': " + error.code().message() +
                advice_for(error.code().value()),
            cause_of(error.code().value())
        );
    }
}

Subprocess start_module(const PromiseType& type, const HostSettings& settings) {
    Command command{
        .arguments = command_of(type),
        .code = {type.path},
        .environment = module_environment(settings.progress),
        .lock_descriptor = settings.held_descriptor()};
    return start_command(std::move(command), type.path, settings.trust);
}

} // namespace vow::client
