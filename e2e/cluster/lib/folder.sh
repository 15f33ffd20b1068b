# The folder of a cluster: that it is one, and that one script at a time works on it.

# Says that the folder is a cluster's, and holds the name that tells the cluster from others on this machine.
marker=.clipmeter-cluster

# open_folder: makes the folder when there is none, and waits until no other script works on it. The lock is on the folder
# itself, so the one that waited may find that it was removed meanwhile.
open_folder() {
  while :; do
    mkdir -p "$(dirname "$folder")"
    mkdir -m 700 "$folder" 2>/dev/null || [ -d "$folder" ] || fail "The folder cannot be made: $folder"
    [ -O "$folder" ] || fail "The folder belongs to somebody else: $folder"
    exec 9<"$folder"
    flock 9
    [ ! "$folder" -ef /dev/fd/9 ] || break
  done
  if [ ! -s "$folder/$marker" ]; then
    [ -z "$(find "$folder" -mindepth 1 ! -name "$marker" -print -quit)" ] || fail "The folder has something else in it: $folder"
    openssl rand -hex 4 >"$folder/$marker"
  fi
}

# clear_folder: for a new start.
clear_folder() {
  find "$folder" -mindepth 1 -maxdepth 1 ! -name "$marker" -exec rm -rf --one-file-system {} +
}

remove_folder() { rm -rf --one-file-system "$folder"; }

# stop_cluster: ends what runs and takes back what was made outside of the folder, whatever state it was left in.
stop_cluster() {
  stop_node
  stop kube-controller-manager
  stop kube-apiserver
  stop etcd
}
