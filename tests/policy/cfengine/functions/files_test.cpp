#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace files_test {

using namespace vow;
using namespace vow::test;

namespace {

struct FileSurroundings : FakeSurroundings {
    FileSurroundings() {
        FakeHost& host = fakes.host;
        host.files["/d/old"] = "text";
        host.files["/d/new"] = "";
        host.files["/d/sub/.hidden"] = "";
        host.files["/d/sub/x.cf"] = "";
        host.statuses["/d/old"] = {
            .kind = FileKind::regular,
            .mode = 0640,
            .owner = 1,
            .group = 2,
            .size = 4,
            .inode = 77,
            .device = 0x801,
            .links = 1,
            .accessed = 10,
            .modified = 20,
            .changed = 30};
        host.statuses["/d/new"] = {
            .kind = FileKind::regular, .mode = 0755, .accessed = 11, .modified = 21, .changed = 31};
        host.links["/d/link"] = "sub/../old";
        host.links["/d/again"] = "/d/link";
        host.links["/d/broken"] = "/none";
    }
};

} // namespace

TEST_CASE("predicates of files depend on kind and permissions") {
    FileSurroundings around;
    check_calls(
        R"(
        fileexists | /d/old => true
        fileexists | /d/broken => true
        fileexists | /none => false
        filesexist | ["/d/old","/d/new"] => true
        filesexist | ["/d/old","/none"] => false
        filesexist | [] => false
        filesexist | nothing => -
        filesize | /d/old => 4
        filesize | /none => -
        isdir | /d/sub => true
        isdir | /d/old => false
        islink | /d/link => true
        islink | /d/old => false
        isplain | /d/old => true
        isplain | /d => false
        isexecutable | /d/new => true
        isexecutable | /d/sub => true
        isexecutable | /d/old => false
        isexecutable | /d/broken => false
        isreadable | /d/old | 3 => true
        isreadable | /none => false
        diskfree | /d => 1000
        diskfree | /none => 0
    )",
        around
    );
}

TEST_CASE("times of files are compared") {
    FileSurroundings around;
    check_calls(
        R"(
        isnewerthan | /d/new | /d/old => true
        isnewerthan | /d/old | /d/new => false
        isnewerthan | /d/old | /none => -
        isnewerthantime | /d/old | 19 => true
        isnewerthantime | /d/old | 20 => false
        isnewerthantime | /none | 20 => -
        accessedbefore | /d/old | /d/new => true
        accessedbefore | /d/old | /none => -
        changedbefore | /d/new | /d/old => true
        changedbefore | /none | /d/old => -
        makerule | /d/new | /d/old => false
        makerule | /d/old | /d/new => true
        makerule | /none | ["/d/old"] => true
        makerule | /none | ["/nothing"] => false
        makerule | /none | nothing => -
    )",
        around
    );
}

TEST_CASE("the fields of a file's status can be read") {
    FileSurroundings around;
    check_calls(
        R"(
        filestat | /d/old | size => 4
        filestat | /d/old | mtime => 20
        filestat | /d/old | mode => 33184
        filestat | /d/old | modeoct => 100640
        filestat | /d/old | permoct => 640
        filestat | /d/old | permstr => -rw-r-----
        filestat | /d/old | type => regular file
        filestat | /d/old | dev_major => 8
        filestat | /d/old | dev_minor => 1
        filestat | /d/old | basename => old
        filestat | /d/old | dirname => /d
        filestat | /d/old | linktarget => /d/old
        filestat | /d/sub | permstr => drwxr-xr-x
        filestat | /d/again | linktarget_shallow => /d/link
        filestat | /d/again | linktarget => /d/old
        filestat | /d/broken | linktarget => /none
        filestat | /d/old | no_such => -
        filestat | /none | size => -
    )",
        around
    );
}

TEST_CASE("more than 14 files are found in the order of a set of the reference") {
    FakeSurroundings around;
    for (char name = 'a'; name <= 'o'; ++name)
        around.fakes.host.files[std::string("/tmp/gg/") + name] = "";
    check_calls(
        R"(
        findfiles | /tmp/gg/[a-d] => [/tmp/gg/a,/tmp/gg/b,/tmp/gg/c,/tmp/gg/d]
        findfiles | /tmp/gg/? => [/tmp/gg/m,/tmp/gg/a,/tmp/gg/h,/tmp/gg/l,/tmp/gg/c,/tmp/gg/i,/tmp/gg/e,/tmp/gg/d,/tmp/gg/g,/tmp/gg/j,/tmp/gg/k,/tmp/gg/f,/tmp/gg/o,/tmp/gg/n,/tmp/gg/b]
    )",
        around
    );
}

TEST_CASE("files are found by patterns") {
    FileSurroundings around;
    check_calls(
        R"(
        findfiles | /d/* => [/d/again,/d/broken,/d/link,/d/new,/d/old,/d/sub/]
        findfiles | /d/{old,new} => [/d/new,/d/old]
        findfiles | /d/[no]* | /d/old => [/d/new,/d/old]
        findfiles | /d/**/*.cf => [/d/sub/x.cf]
        findfiles | /**/x.cf => [/d/sub/x.cf]
        findfiles | /d/sub/* => [/d/sub/x.cf]
        findfiles | /d/sub/.* => [/d/sub/.hidden]
        findfiles | /none/* => []
        findfiles | relative/* => []
        findfiles_up | /d/sub/ | o?d => ["/d/old"]
        findfiles_up | /d/sub | o?d | 0 => []
        findfiles_up | /none | o?d => -
        findfiles_up | /d | /o?d => -
        search_up | /d/sub | new => ["/d/new"]
        search_up | /none | new => -
        lsdir | /d/sub | [^.].* | true => [/d/sub/x.cf]
        lsdir | /d/sub | "" | false => [.,..,.hidden,x.cf]
        lsdir | /none | .* | true => []
        lsdir | /d | [ | true => -
    )",
        around
    );
}

} // namespace files_test
