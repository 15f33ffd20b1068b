# The folder of a cluster: verifies it, and ensures that only one script at a time works on it.

# Marker file of a cluster's folder; contains the name that distinguishes the cluster from others on this machine.
marker=.clipmeter-cluster

# open_folder: creates the folder if it does not exist, and waits until no other script works on it. The lock is on the folder
# itself, so it may have been removed when the lock is acquired.
open_folder() {
  while :; do
    mkdir -p "$(dirname "$folder")"
    mkdir -m 700 "$folder" 2>/dev/null || [ -d "$folder" ] || fail "Cannot create the folder $folder"
    [ -O "$folder" ] || fail "The folder belongs to another user: $folder"
    exec 9<"$folder"
    flock 9
    [ ! "$folder" -ef /dev/fd/9 ] || break
  done
  if [ ! -s "$folder/$marker" ]; then
    [ -z "$(find "$folder" -mindepth 1 ! -name "$marker" -print -quit)" ] || fail "The folder contains other files: $folder. Name an empty folder, or one of a cluster."
    openssl rand -hex 4 >"$folder/$marker"
  fi
}

# clear_folder: empties it for a new start.
clear_folder() {
  find "$folder" -mindepth 1 -maxdepth 1 ! -name "$marker" -exec rm -rf --one-file-system {} +
}

remove_folder() { rm -rf --one-file-system "$folder"; }

# stop_cluster: stops all processes and removes everything outside of the folder, in any state.
stop_cluster() {
  stop_node
  stop kube-controller-manager
  stop kube-apiserver
  stop etcd
}
