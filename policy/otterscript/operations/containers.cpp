#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/text.h"

#include <array>

/// Operations of containers and images, which the program `docker` does.
namespace vow::otterscript {
namespace {

using Use = Property::Use;

// Neither is an option of the program: they begin with another sign.
constexpr std::string_view container_name = "[A-Za-z0-9][A-Za-z0-9_.-]*";
constexpr std::string_view image_name = "[A-Za-z0-9][A-Za-z0-9_./:-]*";
constexpr std::string_view tag_name = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

constexpr std::array docker_command_properties = {
    Property{"Command", Use::required},
    Property{"Arguments"},
    Property{"DockerExePath"},
    Property{"Repository", Use::unused},
    Property{"RepositoryName", Use::unused},
    Property{"UseWsl", Use::unused}};
constexpr std::array docker_exec_properties = {
    Property{"ContainerName", Use::optional, container_name},
    Property{"Command", Use::required},
    Property{"WorkDir"},
    Property{"Interactive"},
    Property{"RunInBackground"},
    Property{"AdditionalArguments"},
    Property{"DockerExePath"},
    Property{"UseWsl", Use::unused}};
constexpr std::array docker_stop_properties = {
    Property{"ContainerName", Use::optional, container_name, "Container"},
    Property{"Remove"},
    Property{"FailIfContainerDoesNotExist"},
    Property{"DockerExePath"},
    Property{"UseWsl", Use::unused}};
constexpr std::array docker_run_properties = {
    Property{"Repository", Use::optional, image_name, "Source"},
    Property{"Tag", Use::optional, tag_name},
    Property{"RepositoryUrl", Use::optional, image_name},
    Property{"ContainerName", Use::optional, container_name, "Container"},
    Property{"RunInBackground"},
    Property{"RemoveOnExit"},
    Property{"AdditionalArguments"},
    Property{"DockerExePath"},
    Property{"Restart", Use::unused},
    Property{"DockerRunConfig", Use::unused, {}, "ConfigFileName"},
    Property{"DockerRunConfigInstance", Use::unused, {}, "ConfigFileInstanceName"},
    Property{"RepositoryName", Use::unused},
    Property{"UseWsl", Use::unused}};
constexpr std::array docker_tag_properties = {
    Property{"Repository", Use::optional, image_name, "Source"},
    Property{"OriginalTag", Use::optional, tag_name},
    Property{"NewRepository", Use::optional, image_name, "NewSource"},
    Property{"NewTag", Use::required, tag_name},
    Property{"DockerExePath"},
    Property{"RepositoryName", Use::unused},
    Property{"NewRepositoryName", Use::unused},
    Property{"AttachToBuild", Use::unused},
    Property{"DeactivateOriginalTag", Use::unused},
    Property{"UseWsl", Use::unused}};
constexpr std::array docker_build_properties = {
    Property{"From"},
    Property{"Repository", Use::optional, image_name, "Source"},
    Property{"Tag", Use::optional, tag_name},
    Property{"DockerfileName"},
    Property{"AdditionalArguments"},
    Property{"RemoveAfterPush"},
    Property{"DockerExePath"},
    Property{"Dockerfile", Use::unused, {}, "DockerfileAsset"},
    Property{"DockerfileVariables", Use::unused, {}, "TemplateArguments"},
    Property{"RepositoryName", Use::unused},
    Property{"AttachToBuild", Use::unused},
    Property{"UseWsl", Use::unused}};

enum class Failure { ends, is_ignored };

void run_docker(
    OperationRun& run, std::vector<std::string> words, Failure failure = Failure::ends
) {
    Program program{
        .path = program_path(run, run.text("DockerExePath", "docker")),
        .arguments = std::move(words),
        .folder = run.executor().context().absolute("")};
    const std::string command = program.arguments.front();
    const LogLevel errors = failure == Failure::ends ? LogLevel::error : LogLevel::info;
    std::vector<std::string> said;
    program.output = [&](std::string_view line) { run.log(LogLevel::info, line); };
    program.errors = [&](std::string_view line) { said.emplace_back(line); };
    const auto status = run_program(run, program);
    // Programs of this kind report their progress as errors.
    for (const std::string& line : said)
        run.log(status.value_or(0) == 0 ? LogLevel::info : errors, line);
    if (status.value_or(0) != 0 && failure == Failure::ends)
        run.fail("'docker " + command + "' ended with the exit status " + std::to_string(*status));
}

void add_words(std::vector<std::string>& words, std::string_view line) {
    const std::vector<std::string> further = command_words(line);
    words.insert(words.end(), further.begin(), further.end());
}

/// An argument, or the variable that stands for it.
std::string
text_or_variable(OperationRun& run, std::string_view property, const std::string& variable) {
    if (auto text = run.text_or_variable(property, variable)) return *std::move(text);
    run.fail("'" + std::string(property) + "' is missing, and $" + variable + " has no value");
}

std::string image_name_of(const std::string& repository, const std::string& tag) {
    return lower_case(repository + ":" + tag);
}

std::string container_of(OperationRun& run) {
    if (run.has("ContainerName")) return run.text("ContainerName");
    const auto repository = run.text_or_variable("", "DockerRepository");
    if (!repository) run.fail("'ContainerName' is missing, and $DockerRepository has no value");
    return repository->substr(repository->rfind('/') + 1);
}

void execute_command(OperationRun& run) {
    std::vector<std::string> words = command_words(run.text("Command"));
    add_words(words, run.text("Arguments"));
    if (words.empty()) run.fail("'Command' is empty");
    run_docker(run, std::move(words));
}

void execute_in_container(OperationRun& run) {
    std::vector<std::string> words = {"exec"};
    if (run.boolean("RunInBackground", false)) words.emplace_back("--detach");
    if (run.boolean("Interactive", true)) words.emplace_back("-i");
    if (run.has("WorkDir")) words.insert(words.end(), {"--workdir", run.text("WorkDir")});
    add_words(words, run.text("AdditionalArguments"));
    words.push_back(container_of(run));
    add_words(words, run.text("Command"));
    run_docker(run, std::move(words));
}

void stop_container(OperationRun& run) {
    const std::string name = container_of(run);
    const Failure failure =
        run.boolean("FailIfContainerDoesNotExist", false) ? Failure::ends : Failure::is_ignored;
    run_docker(run, {"stop", name}, failure);
    if (run.boolean("Remove", true)) run_docker(run, {"rm", name}, failure);
}

void run_container(OperationRun& run) {
    const std::string repository = run.has("RepositoryUrl")
                                       ? run.text("RepositoryUrl")
                                       : text_or_variable(run, "Repository", "DockerRepository");
    const std::string from = image_name_of(repository, text_or_variable(run, "Tag", "DockerTag"));
    std::vector<std::string> words = {"run", "--name"};
    words.push_back(run.text("ContainerName", repository.substr(repository.rfind('/') + 1)));
    if (run.boolean("RemoveOnExit", false)) words.emplace_back("--rm");
    if (run.boolean("RunInBackground", true)) words.emplace_back("-d");
    add_words(words, run.text("AdditionalArguments"));
    words.push_back(from);
    run_docker(run, {"pull", from});
    run_docker(run, std::move(words));
}

void tag_image(OperationRun& run) {
    const std::string repository = text_or_variable(run, "Repository", "DockerRepository");
    const std::string original = text_or_variable(run, "OriginalTag", "DockerTag");
    const std::string from = image_name_of(repository, original);
    const std::string to = image_name_of(run.text("NewRepository", repository), run.text("NewTag"));
    if (from == to) run.fail("'" + to + "' has this tag already: name another 'NewTag'");
    run_docker(run, {"pull", from});
    run_docker(run, {"tag", from, to});
    run_docker(run, {"push", to});
}

/// That of the build, if none is given.
std::string new_tag(OperationRun& run) {
    if (run.has("Tag")) return run.text("Tag");
    const std::string release = text_or_variable(run, "Tag", "ReleaseNumber");
    return release + "-pre." + text_or_variable(run, "Tag", "BuildNumber");
}

void build_image(OperationRun& run) {
    const std::string repository = text_or_variable(run, "Repository", "DockerRepository");
    const std::string to = image_name_of(repository, new_tag(run));
    const std::string folder = run.path("From");
    const std::string file = run.text("DockerfileName", "Dockerfile");
    std::vector<std::string> words = {"build", "--force-rm", "--progress=plain", "--tag=" + to};
    if (file != "Dockerfile")
        words.insert(words.end(), {"--file", std::string(folder).append("/").append(file)});
    add_words(words, run.text("AdditionalArguments"));
    words.push_back(folder);
    run_docker(run, std::move(words));
    run_docker(run, {"push", to});
    if (run.boolean("RemoveAfterPush", false)) run_docker(run, {"rmi", to});
}

} // namespace

std::vector<Operation> container_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Execute-Command",
         "Docker",
         execute,
         docker_command_properties,
         &execute_command,
         "Runs a command of docker.",
         "Docker::Execute-Command pull (Arguments: debian:12);"},
        {"Docker-Exec",
         "Docker",
         execute,
         docker_exec_properties,
         &execute_in_container,
         "Runs a command in a container that runs.",
         "Docker-Exec web (Command: ls);"},
        {"Stop-Container",
         "Docker",
         execute,
         docker_stop_properties,
         &stop_container,
         "Stops a container, and removes it.",
         "Stop-Container web;"},
        {"Run-Container",
         "Docker",
         execute,
         docker_run_properties,
         &run_container,
         "Pulls an image, and runs a container of it.",
         "Run-Container (Repository: nginx, Tag: latest, ContainerName: web);"},
        {"Tag",
         "Docker",
         execute,
         docker_tag_properties,
         &tag_image,
         "Gives an image a further tag.",
         "Docker::Tag nginx (OriginalTag: latest, NewTag: stable);"},
        {"Tag-Image",
         "Docker",
         execute,
         docker_tag_properties,
         &tag_image,
         "The same as Tag.",
         "Tag-Image nginx (OriginalTag: latest, NewTag: stable);"},
        {"Build-Image",
         "Docker",
         execute,
         docker_build_properties,
         &build_image,
         "Builds an image, and pushes it to its repository.",
         "Build-Image (Tag: latest, Repository: site, From: /srv/site);"},
    };
}

} // namespace vow::otterscript
