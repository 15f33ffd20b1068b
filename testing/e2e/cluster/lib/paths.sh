# Paths and timeouts.

cluster=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Outside of the work tree, so that a fresh checkout need not build Kubernetes again.
cache=${CLIPMETER_CI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/clipmeter-ci}/cluster
default_folder=${TMPDIR:-/tmp}/clipmeter-cluster-$(id -u)

# Startup takes seconds, but has taken two minutes on a machine whose cores were all busy.
start_seconds=300
# The kernel takes a moment to remove a node after its last process, longer on a machine whose cores are all busy.
stop_seconds=60
# The path of a Unix socket has at most 107 characters, and our longest one adds 42 to the folder.
folder_characters=64

# choose_folder [FOLDER]: sets `folder` and the paths in it.
choose_folder() {
  folder=$(realpath --canonicalize-missing "${1:-$default_folder}")
  [ ${#folder} -le $folder_characters ] \
    || fail "The folder's path may have at most $folder_characters characters, because it contains sockets: $folder"
  # The path is used in configuration files of several languages and in mount options.
  [[ $folder =~ ^[A-Za-z0-9/._-]+$ ]] || fail "The folder's path may only contain letters, digits, / and ._-: $folder"
  # The node mounts empty file systems over these.
  case $folder/ in
    /run/* | /var/run/* | /var/lib/* | /var/log/* | /proc/* | /sys/*) fail "The folder cannot be in this location: $folder" ;;
  esac
  kubeconfig=$folder/kubeconfig
  logs=$folder/logs
  pids=$folder/pids
  pki=$folder/pki
}
