# Requirements of the machine, and packages that are installed if they are missing.

# install_packages COMMAND=PACKAGE...: installs those whose command (or file) is missing.
install_packages() {
  local pair packages=()
  for pair in "$@"; do
    command -v "${pair%=*}" >/dev/null || [ -e "${pair%=*}" ] || packages+=("${pair#*=}")
  done
  [ ${#packages[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    cannot "please install ${packages[*]} (on Debian or Ubuntu: sudo apt-get install ${packages[*]})"
  fi
  say "Installing ${packages[*]}"
  (
    # One script at a time, since apt itself does not wait.
    flock 6
    apt-get update -qq >&2 &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
  ) 6>"${TMPDIR:-/tmp}/clipmeter-apt-$(id -u).lock" || cannot "installing ${packages[*]} failed"
}

require_control_plane() {
  install_packages curl=curl openssl=openssl perl=perl-base flock=util-linux
}

require_node() {
  [ "$(id -u)" = 0 ] || cannot "a node needs root (--control-plane-only does not)"
  require_control_plane
  install_packages containerd=containerd runc=runc /usr/lib/cni/ptp=containernetworking-plugins iptables=iptables \
    conntrack=conntrack ip=iproute2 buildah=buildah /etc/ssl/certs/ca-certificates.crt=ca-certificates
  local missing
  mkdir -p "$(dirname "$folder")"
  missing=$(unshare --fork --kill-child --pid --mount --net --mount-proc bash -c "$(declare -f missing_in_kernel); missing_in_kernel \"\$0\"" "$(dirname "$folder")" 2>&1) \
    || cannot "${missing:-it does not allow namespaces to be created}"
}

# missing_in_kernel FOLDER: checks features in separate namespaces, which end with the check.
missing_in_kernel() {
  local controller overlay
  for controller in cpu cpuset memory pids; do
    cat /proc/cgroups /sys/fs/cgroup/cgroup.controllers 2>/dev/null | grep --word-regexp "$controller" >/dev/null || { echo "the kernel lacks the cgroup $controller"; return 1; }
  done
  ip link add one type veth peer name other || { echo "the kernel lacks network links of type veth"; return 1; }
  iptables --wait --table nat --append POSTROUTING --jump MASQUERADE || { echo "iptables does not work"; return 1; }
  overlay=$(mktemp --directory --tmpdir="$1")
  mkdir "$overlay"/{lower,upper,work,merged}
  mount -t overlay overlay -o "lowerdir=$overlay/lower,upperdir=$overlay/upper,workdir=$overlay/work" "$overlay/merged" \
    && umount "$overlay/merged" || { rm -rf "$overlay"; echo "no overlay file system can be mounted in $1"; return 1; }
  rm -rf "$overlay"
}
