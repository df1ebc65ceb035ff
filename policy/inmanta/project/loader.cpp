#include "policy/inmanta/project/loader.h"

#include "policy/inmanta/project/bundled_models.h"
#include "policy/inmanta/project/project.h"
#include "policy/inmanta/syntax/parser.h"
#include "policy/run/trusted_reader.h"

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind incomplete_standard{
    "incomplete-std",
    "'{}' is not the module std, since it lacks the implementation none: vow's own is used",
    Severity::warning};

constexpr std::string_view separator = "::";

/// The namespace std has these in every version of the module.
constexpr std::string_view root_model = R"(
entity Entity:
end
Entity.requires [0:] -- Entity.provides [0:]
)";

std::string module_of(const std::string& name) {
    return name.substr(0, name.find(separator));
}

/// "a::b::c" below the folder of module a: "b/c"; empty for the module itself.
std::string path_in_module(const std::string& name) {
    const std::size_t first = name.find(separator);
    if (first == std::string::npos) return "";
    std::string path = name.substr(first + separator.size());
    for (std::size_t at = path.find(separator); at != std::string::npos; at = path.find(separator))
        path.replace(at, separator.size(), "/");
    return path;
}

/// The two files that a namespace can be in.
std::vector<std::string> file_names(const std::string& name) {
    const std::string path = path_in_module(name);
    if (path.empty()) return {"_init.cf"};
    return {path + ".cf", path + "/_init.cf"};
}

/// The name and all namespaces around it, outermost first.
std::vector<std::string> with_parents(const std::string& name) {
    std::vector<std::string> names;
    for (std::size_t end = name.find(separator); end != std::string::npos;
         end = name.find(separator, end + separator.size()))
        names.push_back(name.substr(0, end));
    names.push_back(name);
    return names;
}

} // namespace

std::unique_ptr<Model> Loader::load() {
    model_ = std::make_unique<Model>();
    const SourceText* main = read(project_.main);
    if (main == nullptr) return nullptr;
    add_namespace(std::string(main_namespace), *main);
    // Each import may add one.
    for (std::size_t next = 0; next < model_->namespaces.size();)
        import_all(*model_->namespaces[next++]);
    return std::move(model_);
}

Namespace& Loader::add_namespace(const std::string& name, const SourceText& source) {
    Namespace& space = *model_->namespaces.emplace_back(std::make_unique<Namespace>());
    space.name = name;
    loaded_.emplace(name, &space);
    space.file = parse_file(source, diagnostics_, &stop_);
    if (name == "std") add_root(space);
    return space;
}

void Loader::add_root(Namespace& standard) {
    const SourceText& source = *sources_.emplace_back(std::make_unique<SourceText>(
        "std/model/_init.cf", TrustedText::given(std::string(root_model))
    ));
    File root = parse_file(source, diagnostics_);
    auto& definitions = standard.file.definitions;
    definitions.insert(
        definitions.begin(),
        std::make_move_iterator(root.definitions.begin()),
        std::make_move_iterator(root.definitions.end())
    );
}

void Loader::import_all(Namespace& into) {
    into.imports.emplace(into.name, &into);
    for (const std::string& parent : with_parents(into.name)) {
        const auto found = loaded_.find(parent);
        if (found != loaded_.end()) into.imports.emplace(parent, found->second);
    }
    into.imports.emplace("std", load_namespace("std"));
    for (const Definition& definition : into.file.definitions) {
        const auto* import = definition.as<Import>();
        if (import == nullptr) continue;
        Namespace* space = nullptr;
        for (const std::string& name : with_parents(import->name.text)) {
            space = load_namespace(name);
            if (space == nullptr) refuse(import->name.text, definition.place, name);
        }
        into.imports.insert_or_assign(import->alias, space);
    }
}

/// Null if no module has that namespace.
Namespace* Loader::load_namespace(const std::string& name) {
    const auto found = loaded_.find(name);
    if (found != loaded_.end()) return found->second;
    const SourceText* source = find_source(name);
    return source != nullptr ? &add_namespace(name, *source) : nullptr;
}

const SourceText* Loader::find_source(const std::string& name) {
    const std::string module = module_of(name);
    const auto folder = module_folder(project_, host_, module);
    if (folder && (module != "std" || is_standard(*folder))) return find_in_folder(*folder, name);
    return find_bundled(name);
}

/// Models need the implementation `none`: a module of the name that lacks it is another one.
bool Loader::is_standard(const std::string& module_folder) {
    const std::string path = joined_path(module_folder, "model/_init.cf");
    const auto text = read_trusted(host_, path);
    if (text && (*text)->find("implementation none ") != std::string::npos) return true;
    diagnostics_.add(incomplete_standard, {}, {module_folder});
    return false;
}

const SourceText*
Loader::find_in_folder(const std::string& module_folder, const std::string& name) {
    for (const std::string& file : file_names(name)) {
        const std::string path = joined_path(module_folder, "model/" + file);
        if (host_.status(path, Symlinks::follow)) return read(path);
    }
    return nullptr;
}

/// A newer `std` on the module path leaves files to `fs`.
bool Loader::is_without_files(const std::string& name) const {
    const auto standard = loaded_.find("std");
    return name == "fs" && standard != loaded_.end() && !defines_entity(*standard->second, "File");
}

const SourceText* Loader::find_bundled(const std::string& name) {
    const std::string module = module_of(name) + "/";
    for (const std::string& file : file_names(name)) {
        std::string path = module;
        path += is_without_files(name) ? "without_std.cf" : file;
        const std::string text =
            name == "vow" ? promise_model_() : std::string(embedded_file(path));
        if (text.empty()) continue;
        path.insert(module.size(), "model/");
        sources_.push_back(std::make_unique<SourceText>(path, TrustedText::given(text)));
        return sources_.back().get();
    }
    return nullptr;
}

const SourceText* Loader::read(const std::string& path) {
    return read_source(path, {}, host_, sources_, diagnostics_, SourceText::Columns::characters);
}

/// "did you mean 'net'?" for a module, or where modules are searched.
std::string Loader::hint_for_module(const std::string& module) const {
    std::vector<std::string> known = {"std", "exec", "fs", "vow"};
    for (const std::string& folder : project_.module_path) {
        const auto names = host_.list_directory(joined_path(project_.folder, folder));
        if (names) known.insert(known.end(), names->begin(), names->end());
    }
    const std::string hint = hint_for(module, known);
    return hint.empty() ? "nothing is downloaded: put the module into a folder on the module path "
                          "of project.yml"
                        : hint;
}

/// Which file of a known module is missing for a namespace; nullopt if the module is unknown.
std::optional<Mistake> Loader::missing_file(const std::string& name) const {
    const std::string module = module_of(name);
    const auto folder = module_folder(project_, host_, module);
    if (!folder && !loaded_.contains(module)) return std::nullopt;
    const std::vector<std::string> files = file_names(name);
    const std::string base = joined_path(folder.value_or(module), "model/");
    const auto status =
        host_.status(base + files.back().substr(0, files.back().rfind('/')), Symlinks::follow);
    const bool is_folder = status && status->kind == FileKind::directory;
    const std::string file = base + (is_folder ? files.back() : files.front());
    const bool is_there{host_.status(file, Symlinks::follow)};
    Mistake missing{
        .kind = &module_loading_error,
        .words = (is_there ? "the file cannot be used: '"
                           : "FileNotFoundError: [Errno 2] No such file or directory: '") +
                 file + "'",
        .place_use = Mistake::PlaceUse::not_appended};
    return Mistake{
        .kind = &module_loading_error,
        .words = "could not locate module with name: " + name,
        .place_use = Mistake::PlaceUse::not_appended,
        .causes = {std::move(missing)}};
}

/// `missing` is the namespace that was not found: the imported one, or one around it.
void Loader::refuse(const std::string& name, const Place& place, const std::string& missing) const {
    const std::string module = module_of(missing);
    std::optional<Mistake> file = missing_file(missing);
    std::string hint = file ? "" : hint_for_module(module);
    Mistake cause{
        .kind = &module_loading_error,
        .words = "Could not find module " + module +
                 ". Please make sure to add any module v2 requirements with `inmanta module add "
                 "--v2` and to install all the project's dependencies with `inmanta project "
                 "install`.",
        .place_use = Mistake::PlaceUse::not_appended};
    if (file) cause = *std::move(file);
    throw ModelError(Mistake{
        .kind = &module_loading_error,
        .words = "Failed to load module " + name,
        .place = place,
        .statement = "import " + name,
        .causes = {std::move(cause)},
        .hint = std::move(hint)});
}

} // namespace vow::inmanta
