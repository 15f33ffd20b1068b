# etcd, on sockets in the folder: there is no port to conflict, and no other user has access. Its data need not outlive the cluster,
# so it does not wait for the disk.
start_etcd() {
  # The address advertised to other members must have a port; there are no other members.
  start etcd etcd --data-dir "$folder/etcd" --unsafe-no-fsync --log-level warn \
    --listen-client-urls "unix://$folder/etcd.sock" --advertise-client-urls http://localhost:2379 \
    --listen-peer-urls "unix://$folder/peer.sock"
}
