# Where things are, and how long to wait.

cluster=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Outside of the work tree, so that a fresh checkout need not build Kubernetes again.
cache=${CLIPMETER_CI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/clipmeter-ci}/cluster
default_folder=${TMPDIR:-/tmp}/clipmeter-cluster-$(id -u)

# Starting takes seconds; on a machine whose cores all compile it has taken a minute.
start_seconds=120
# After its last process the kernel takes a moment to take the rest of a node down.
stop_seconds=10
# The path of a Unix socket has at most 107 characters, and the longest of ours adds 42 to the folder.
folder_characters=64

# choose_folder [FOLDER]: sets `folder`, and what is in it.
choose_folder() {
  folder=$(realpath --canonicalize-missing "${1:-$default_folder}")
  [ ${#folder} -le $folder_characters ] \
    || fail "The folder's path may have $folder_characters characters, as sockets are made in it: $folder"
  # It stands in configurations of several languages and in options of mounts.
  [[ $folder =~ ^[A-Za-z0-9/._-]+$ ]] || fail "The folder's path may have letters, digits and ._- only: $folder"
  # The node covers these with empty ones.
  case $folder/ in
    /run/* | /var/run/* | /var/lib/* | /var/log/* | /proc/* | /sys/*) fail "The folder may not be there: $folder" ;;
  esac
  kubeconfig=$folder/kubeconfig
  logs=$folder/logs
  pids=$folder/pids
  pki=$folder/pki
}
