# containerd with its own folder and socket, and the network of pods: each pod has a link to the node, which routes. On a bridge,
# replies to a Service between two pods would bypass the node, unless the kernel passes bridged packets to iptables.

cni_programs() {
  local folder
  for folder in /usr/lib/cni /opt/cni/bin; do
    [ -x "$folder/ptp" ] && echo "$folder" && return
  done
}

start_containerd() {
  mkdir -p "$folder/cni" "$folder/containerd"
  cat >"$folder/cni/pods.conflist" <<JSON
{
  "cniVersion": "1.0.0",
  "name": "pods",
  "plugins": [
    {
      "type": "ptp",
      "ipMasq": true,
      "ipam": {"type": "host-local", "ranges": [[{"subnet": "$pod_addresses"}]], "routes": [{"dst": "0.0.0.0/0"}]}
    },
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}
JSON
  # restrict_oom_score_adj: containers may not get a lower OOM score than containerd, which a machine without CAP_SYS_RESOURCE refuses.
  cat >"$folder/containerd/config.toml" <<TOML
version = 2
root = "$folder/containerd/root"
state = "$folder/containerd/state"

[grpc]
  address = "$folder/containerd.sock"

[plugins."io.containerd.internal.v1.opt"]
  path = "$folder/containerd/opt"

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "$pause_image"
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$(cni_programs)"
    conf_dir = "$folder/cni"
TOML
  start containerd containerd --config "$folder/containerd/config.toml" --log-level warn
  wait_for containerd ctr --address "$folder/containerd.sock" version
}
