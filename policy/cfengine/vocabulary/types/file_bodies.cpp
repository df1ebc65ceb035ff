// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

constexpr AttributeSyntax body_acl[] = {
    {"aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)"},
    {"acl_default", ValueKind::option, "nochange,access,specify,clear"},
    {"acl_directory_inherit", ValueKind::option, "nochange,parent,specify,clear", SyntaxStatus::deprecated},
    {"acl_inherit", ValueKind::option, "true,false,yes,no,on,off,nochange"},
    {"acl_method", ValueKind::option, "append,overwrite"},
    {"acl_type", ValueKind::option, "generic,posix,ntfs"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"specify_default_aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)"},
    {"specify_inherit_aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)", SyntaxStatus::deprecated},
};

constexpr AttributeSyntax body_changes[] = {
    {"hash", ValueKind::option, "md5,sha1,sha224,sha256,sha384,sha512,best"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"report_changes", ValueKind::option, "all,stats,content,none"},
    {"report_diffs", ValueKind::option, "true,false,yes,no,on,off"},
    {"silence", ValueKind::strings},
    {"update_hashes", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_copy_from[] = {
    {"check_root", ValueKind::option, "true,false,yes,no,on,off"},
    {"collapse_destination_dir", ValueKind::option, "true,false,yes,no,on,off"},
    {"compare", ValueKind::option, "atime,mtime,ctime,digest,hash,exists,binary"},
    {"copy_backup", ValueKind::option, "true,false,timestamp"},
    {"copy_size", ValueKind::integer_range, "0,inf"},
    {"copylink_patterns", ValueKind::strings},
    {"encrypt", ValueKind::option, "true,false,yes,no,on,off"},
    {"findertype", ValueKind::option, "MacOSX"},
    {"force_ipv4", ValueKind::option, "true,false,yes,no,on,off"},
    {"force_update", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"link_type", ValueKind::option, "symlink,hardlink,relative,absolute"},
    {"linkcopy_patterns", ValueKind::strings},
    {"meta", ValueKind::strings},
    {"missing_ok", ValueKind::option, "true,false,yes,no,on,off"},
    {"portnumber", ValueKind::string},
    {"preserve", ValueKind::option, "true,false,yes,no,on,off"},
    {"protocol_version", ValueKind::option, "1,classic,2,tls,3,cookie,latest"},
    {"purge", ValueKind::option, "true,false,yes,no,on,off"},
    {"servers", ValueKind::strings, R"([A-Za-z0-9_.:\-\[\]]+)"},
    {"source", ValueKind::string, ".+"},
    {"stealth", ValueKind::option, "true,false,yes,no,on,off"},
    {"timeout", ValueKind::integer, "1,3600"},
    {"trustkey", ValueKind::option, "true,false,yes,no,on,off"},
    {"type_check", ValueKind::option, "true,false,yes,no,on,off"},
    {"verify", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_delete[] = {
    {"dirlinks", ValueKind::option, "delete,tidy,keep"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"rmdirs", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_depth_search[] = {
    {"depth", ValueKind::integer, "0,99999999999"},
    {"exclude_dirs", ValueKind::strings, ".*"},
    {"include_basedir", ValueKind::option, "true,false,yes,no,on,off"},
    {"include_dirs", ValueKind::strings, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"rmdeadlinks", ValueKind::option, "true,false,yes,no,on,off"},
    {"traverse_links", ValueKind::option, "true,false,yes,no,on,off"},
    {"xdev", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_edit_defaults[] = {
    {"edit_backup", ValueKind::option, "true,false,timestamp,rotate"},
    {"empty_file_before_editing", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"max_file_size", ValueKind::integer, "0,99999999999"},
    {"meta", ValueKind::strings},
    {"recognize_join", ValueKind::option, "true,false,yes,no,on,off"},
    {"rotate", ValueKind::integer, "0,99"},
};

constexpr AttributeSyntax body_file_select[] = {
    {"atime", ValueKind::integer_range, "0,2147483647"},
    {"ctime", ValueKind::integer_range, "0,2147483647"},
    {"exec_program", ValueKind::string, "\"?(/.*)"},
    {"exec_regex", ValueKind::string, ".*"},
    {"file_result", ValueKind::string, "[!*(leaf_name|path_name|file_types|mode|size|owner|group|atime|ctime|mtime|issymlinkto|exec_regex|exec_program|bsdflags)[|&.]*]*"},
    {"file_types", ValueKind::options, "plain,reg,symlink,dir,socket,fifo,door,char,block"},
    {"inherit_from", ValueKind::body},
    {"issymlinkto", ValueKind::strings},
    {"leaf_name", ValueKind::strings},
    {"meta", ValueKind::strings},
    {"mtime", ValueKind::integer_range, "0,2147483647"},
    {"path_name", ValueKind::strings, "\"?(/.*)"},
    {"search_bsdflags", ValueKind::strings, "[+-]*[(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)]+"},
    {"search_groups", ValueKind::strings},
    {"search_mode", ValueKind::strings, "[0-7augorwxst,+-=]+"},
    {"search_owners", ValueKind::strings},
    {"search_size", ValueKind::integer_range, "0,inf"},
};

constexpr AttributeSyntax body_fsattrs[] = {
    {"immutable", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_link_from[] = {
    {"copy_patterns", ValueKind::strings},
    {"inherit_from", ValueKind::body},
    {"link_children", ValueKind::option, "true,false,yes,no,on,off"},
    {"link_type", ValueKind::option, "symlink,hardlink,relative,absolute"},
    {"meta", ValueKind::strings},
    {"source", ValueKind::string, ".+"},
    {"when_linking_children", ValueKind::option, "override_file,if_no_such_file"},
    {"when_no_source", ValueKind::option, "force,delete,nop"},
};

constexpr AttributeSyntax body_mount[] = {
    {"edit_fstab", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"mount_options", ValueKind::strings},
    {"mount_server", ValueKind::string},
    {"mount_source", ValueKind::string, "\"?(/.*)"},
    {"mount_type", ValueKind::option, "nfs,nfs2,nfs3,nfs4,panfs,cifs"},
    {"unmount", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_perms[] = {
    {"bsdflags", ValueKind::strings, "[+-]*[(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)]+"},
    {"groups", ValueKind::strings, "[a-zA-Z0-9_$.-]+"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"mode", ValueKind::string, "[0-7augorwxst,+-=]+"},
    {"owners", ValueKind::strings, "[a-zA-Z0-9_$.-]+"},
    {"rxdirs", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_rename[] = {
    {"disable", ValueKind::option, "true,false,yes,no,on,off"},
    {"disable_mode", ValueKind::string, "[0-7augorwxst,+-=]+"},
    {"disable_suffix", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"newname", ValueKind::string},
    {"rotate", ValueKind::integer, "0,99"},
};

constexpr AttributeSyntax body_volume[] = {
    {"check_foreign", ValueKind::option, "true,false,yes,no,on,off"},
    {"freespace", ValueKind::string, "[0-9]+[MBkKgGmb%]"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"scan_arrivals", ValueKind::option, "true,false,yes,no,on,off"},
    {"sensible_count", ValueKind::integer, "0,99999999999"},
    {"sensible_size", ValueKind::integer, "0,99999999999"},
};

constexpr TypeSyntax file_bodies_table[] = {
    {"acl", body_acl},
    {"changes", body_changes},
    {"copy_from", body_copy_from},
    {"delete", body_delete},
    {"depth_search", body_depth_search},
    {"edit_defaults", body_edit_defaults},
    {"file_select", body_file_select},
    {"fsattrs", body_fsattrs},
    {"link_from", body_link_from},
    {"mount", body_mount},
    {"perms", body_perms},
    {"rename", body_rename},
    {"volume", body_volume},
};

} // namespace

std::span<const TypeSyntax> file_bodies() { return file_bodies_table; }

} // namespace vow::cfengine::type_families
