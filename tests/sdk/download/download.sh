# The promise type `download`, whose attributes depend on each other: see download.yaml. The line variant carries no bodies.
. "$(dirname "$0")/../../../modules/sdk/shell/vow_module.sh"

summary="keeps files"
attribute url
attribute path
attribute text
attribute sha256 pattern='[0-9a-f]+'
attribute force type=bool
attribute insecure type=bool
rule needs="url path text"
rule with=url excludes="path text"
rule with=sha256 needs=url summary="it is the digest of a download"
rule with="force url" needs="sha256 insecure" summary="what is forced is checked"
rule with=insecure excludes=sha256

do_evaluate() {
    kept
}

module_main download 1.0
