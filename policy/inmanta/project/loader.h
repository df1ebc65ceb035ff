#pragma once

#include "policy/inmanta/project/project.h"
#include "policy/inmanta/types/model.h"
#include "policy/run/trusted_reader.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace vow {

class Stop;

} // namespace vow

namespace vow::inmanta {

/// Reads the files of a project: its main file, and all that it imports.
class Loader {
public:
    /// Borrows all of them. `sources` gets the texts, which must outlive the model.
    /// `promise_model` returns the text of the module `vow`.
    Loader(
        const Project& project,
        HostFiles& host,
        Sources& sources,
        Diagnostics& diagnostics,
        const Stop& stop,
        std::function<std::string()> promise_model
    )
        : project_(project),
          host_(host),
          sources_(sources),
          diagnostics_(diagnostics),
          stop_(stop),
          promise_model_(std::move(promise_model)) {}

    /// Throws ModelError. Null if the main file cannot be read, which is in the diagnostics.
    std::unique_ptr<Model> load();

private:
    bool is_standard(const std::string& module_folder);
    void add_root(Namespace& standard);
    Namespace& add_namespace(const std::string& name, const SourceText& source);
    void import_all(Namespace& into);
    Namespace* load_namespace(const std::string& name);
    const SourceText* find_source(const std::string& name);
    const SourceText* find_in_folder(const std::string& module_folder, const std::string& name);
    bool is_without_files(const std::string& name) const;
    const SourceText* find_bundled(const std::string& name);
    const SourceText* read(const std::string& path);
    std::string hint_for_module(const std::string& module) const;
    [[noreturn]] void
    refuse(const std::string& name, const Place& place, const std::string& missing) const;
    std::optional<Mistake> missing_file(const std::string& name) const;

    const Project& project_;
    HostFiles& host_;
    Sources& sources_;
    Diagnostics& diagnostics_;
    const Stop& stop_;
    std::function<std::string()> promise_model_;
    std::unique_ptr<Model> model_;
    std::map<std::string, Namespace*> loaded_;
};

} // namespace vow::inmanta
