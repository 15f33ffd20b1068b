# Images of a single program, like the released ones: they contain only certificates and a /tmp besides. A program that is not
# static, such as test builds, includes the libraries of this machine that it needs.

# The user that programs in images run as.
image_user=65532

# build_image NAME BINARY ARCHIVE: writes an image of the program and its libraries to the archive.
build_image() {
  local name=$1 binary=$2 archive=$3 work program file
  program=$(basename "$binary")
  work=$(mktemp -d)
  mkdir -p "$work/root/etc/ssl/certs"
  install -D "$binary" "$work/root/$program"
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
  mkdir -m 1777 "$work/root/tmp"
  for file in $(libraries_of "$binary"); do
    mkdir -p "$work/root$(dirname "$file")"
    cp --dereference "$file" "$work/root$file"
  done
  cat >"$work/Dockerfile" <<DOCKERFILE
FROM scratch
COPY root /
USER $image_user:$image_user
ENTRYPOINT ["/$program"]
DOCKERFILE
  BUILDAH_ISOLATION=chroot storage_buildah "$work" build --quiet --tag "$name" "$work" >/dev/null
  rm -f "$archive"
  storage_buildah "$work" push --quiet "$name" "docker-archive:$archive:$name"
  rm -rf "$work"
}

# libraries_of BINARY: prints their paths, one per line, including the loader's. A static program has none.
libraries_of() {
  { ldd "$1" 2>/dev/null || true; } | grep --only-matching '/[^ ]*' || true
}

# storage_buildah FOLDER ARGUMENT...: runs buildah with its storage in the folder, with which it is deleted.
storage_buildah() {
  local work=$1
  shift
  buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"
}

# load_image ARCHIVE: loads it into the cluster of KUBECONFIG.
load_image() {
  local archive=$1 socket context
  socket=$(dirname "${KUBECONFIG:?names the cluster that the image is for}")/containerd.sock
  if [ -n "${CLIPMETER_LOAD_IMAGE:-}" ]; then
    $CLIPMETER_LOAD_IMAGE "$archive"
  elif [ -S "$socket" ]; then
    ctr --address "$socket" --namespace k8s.io images import "$archive" >/dev/null
  else
    context=$(sed -n 's/^current-context: *//p' "$KUBECONFIG")
    [[ $context == kind-* ]] || fail "Cannot load images into the cluster $context: set CLIPMETER_LOAD_IMAGE to a command that does"
    kind load image-archive "$archive" --name "${context#kind-}"
  fi
}
