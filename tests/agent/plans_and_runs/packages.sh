# A package module that keeps its packages as files: the name of one has its version.
installed=@ROOT@/installed
name=
while read -r line; do
    case $line in
    Name=*) name=${line#Name=} ;;
    File=*) name=${line#File=} ;;
    esac
done
case $1 in
supports-api-version) echo 1 ;;
get-package-data) printf 'PackageType=repo\nName=%s\n' "$name" ;;
list-installed)
    for file in "$installed"/*; do
        case $file in
        *.conf | *'*') ;;
        *) printf 'Name=%s\nVersion=%s\nArchitecture=all\n' "${file##*/}" "$(cat "$file")" ;;
        esac
    done
    ;;
repo-install)
    printf 1.0 > "$installed/$name"
    echo "# $name" > "$installed/$name.conf"
    ;;
remove) rm -f "$installed/$name" "$installed/$name.conf" ;;
esac
