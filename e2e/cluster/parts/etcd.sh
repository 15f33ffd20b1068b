# etcd, on sockets in the folder: there is no port to clash, and nobody else reaches it. Nothing has to outlive the cluster,
# so it need not wait for the disk.
start_etcd() {
  # The address that it tells other members must have a port; there are no other members.
  start etcd etcd --data-dir "$folder/etcd" --unsafe-no-fsync --log-level warn \
    --listen-client-urls "unix://$folder/etcd.sock" --advertise-client-urls http://localhost:2379 \
    --listen-peer-urls "unix://$folder/peer.sock"
}
