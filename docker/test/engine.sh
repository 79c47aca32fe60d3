# Sourced by docker/check, which sets root and name: podman with runc, without systemd and beside whatever else the machine
# runs. What it builds is kept in $store, as a cache; what it starts is gone when the script ends.

store=${PRIVIREC_CHECK_STORE:-/var/tmp/privirec-docker-check}
work=

say() {
  echo "== $* =="
}

# Ends well, but loudly, where this machine cannot run containers.
skip() {
  echo "== SKIPPED: docker/check was left out: $* =="
  exit 0
}

fail() {
  echo "== FAILED: $* ==" >&2
  exit 1
}

# Which of these programs this machine lacks.
missing() {
  local program
  for program in "$@"; do
    command -v "$program" > /dev/null || printf ' %s' "$program"
  done
}

packages="Debian: apt install --no-install-recommends podman buildah runc catatonit netavark aardvark-dns mmdebstrap \
iptables docker-compose"

require_engine() {
  [ "$(id -u)" = 0 ] || skip "it starts containers as root, and this is user $(id -un)"
  local missing
  missing=$(missing "$@")
  [ -z "$missing" ] || skip "these programs are missing:$missing ($packages)"
  unshare --mount --pid --fork true 2> /dev/null || skip "this machine gives root no namespaces of its own"

  mkdir -p "$store"
  work=$(mktemp -d "${TMPDIR:-/tmp}/privirec-docker-check-XXXXXX")
  chmod 711 "$work"
  # No systemd and no cgroups of version 2 are asked for, and no limit above what a container may set.
  cat > "$work/containers.conf" <<'END'
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
END
  cat > "$work/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$store/storage"
runroot = "$store/run"
END
  export CONTAINERS_CONF=$work/containers.conf CONTAINERS_STORAGE_CONF=$work/storage.conf
}

# A digest of the jars and files that the images are made of.
fingerprint() {
  (cd "$root" && { find docker -type f -not -path 'docker/secrets/*'; ls */target/*-service-*.jar lab-cli/target/lab-cli-*-exec.jar; } |
    LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1)
}

# Makes the base images, the images of PriviRec on them, and beside these the named ones that stand in for what cannot be
# pulled. Images of the same jars and files are made once.
build_images() {
  local image process processes=() made
  (. "$root/.mvn/toolchain.sh" && find_jdk && ensure_built) > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log" >&2; fail "the jars cannot be built"; }
  made="$(fingerprint) $(git -C "$root" rev-parse HEAD 2> /dev/null) $*"
  if [ -f "$store/made" ] && [ "$(cat "$store/made")" = "$made" ]; then
    echo "images as made before in $store"
    return
  fi
  "$root/docker/base"
  for image in "$@"; do
    build_stand_in "$image" &
    processes+=($!)
  done
  # A docker daemon, if there is one, has other images.
  PRIVIREC_IMAGE_BUILDER=buildah "$root/docker/build" --base localhost/privirec/base --jdk localhost/privirec/jdk \
    > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log" >&2; fail "the images cannot be built"; }
  grep -E '^(trained|started from the cache|AOT cache)' "$work/build.log" || echo "images as cached in $store"
  for process in "${processes[@]}"; do
    wait "$process"
  done
  echo "$made" > "$store/made"
}

build_stand_in() {
  (cd "$root" && buildah bud --layers --isolation chroot --network host --pull=false --format docker \
    --build-arg BASE_IMAGE=localhost/privirec/base -f "docker/test/$1.Dockerfile" -t "privirec/test-$1" .) \
    > "$work/build-$1.log" 2>&1 || { tail -n 20 "$work/build-$1.log" >&2; fail "the image of $1 cannot be built"; }
}

# The secrets of a deployment, in $work/secrets, made by the lab in its image.
make_secrets() {
  mkdir "$work/out"
  chown 10001:10001 "$work/out"
  podman run --rm --network none --read-only --cap-drop all -v "$work/out:/out" privirec/lab secrets /out/secrets \
    2> /dev/null || fail "the lab makes no secrets"
  mv "$work/out/secrets" "$work/secrets"
}

# Whether URL $1 answers with 200.
answers() {
  [ "$(curl -s -o /dev/null -m 5 -w '%{http_code}' "$1")" = 200 ]
}
