#pragma once

#include <histedit.h>

namespace vow::agent {

/// The functions of libedit in use. The library is opened when lines are to be edited, so that no
/// other command waits for it or depends on it.
struct EditLibrary {
    decltype(&::el_init) init;
    decltype(&::el_end) end;
    decltype(&::el_set) set;
    decltype(&::el_get) get;
    decltype(&::el_gets) gets;
    decltype(&::el_line) line;
    decltype(&::el_insertstr) insertstr;
    decltype(&::el_source) source;
    decltype(&::history_init) history_init;
    decltype(&::history_end) history_end;
    decltype(&::history) history;
};

/// Opens it on the first call; it stays open until the program ends. Null if it is not installed.
const EditLibrary* edit_library();

} // namespace vow::agent
