#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "filestat",
     .result = ResultType::string,
     .parameters =
         {{"path", path},
          {"field",
           option,
           "size,gid,uid,ino,nlink,ctime,atime,mtime,xattr,mode,modeoct,permstr,permoct,type,devno,"
           "dev_minor,dev_major,basename,dirname,linktarget,linktarget_shallow"}},
     .required = 2,
     .help = "One field of what is known of a file."},
};

} // namespace

std::span<const Function> file_status() {
    return table;
}

} // namespace vow::cfengine::families
