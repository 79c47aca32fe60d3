# Sourced by parts of docker/check that look into containers. container NAME, theirs, prints which one the service NAME has.

pid_of() {
  podman inspect --format '{{.State.Pid}}' "$(container "$1")"
}

is_running() {
  [ "$(podman inspect --format '{{.State.Running}}' "$(container "$1")")" = true ]
}

# Processor time of the JVM of service $1 so far, in seconds: the 14th and 15th field of stat, in ticks.
cpu_seconds() {
  sed 's/.*) //' "/proc/$(pid_of "$1")/stat" | awk -v tick="$(getconf CLK_TCK)" '{ printf "%.1f", ($12 + $13) / tick }'
}

# Waits until service $1 answers at $2 and notes the processor time that it took.
await_service() {
  local deadline=$((SECONDS + 300))
  until answers "$2"; do
    [ $SECONDS -lt $deadline ] && is_running "$1" || fail "$1 does not answer at $2"
    sleep 0.2
  done
  local seconds
  seconds=$(cpu_seconds "$1")
  printf '  %-12s %-8s after %5s s of processor time\n' "$1" "/${2##*/}" "$seconds"
  awk -v s="$seconds" -v max=$max_cpu_seconds 'BEGIN { exit s > max }' ||
    fail "$1 took more than $max_cpu_seconds s of processor time"
}

# Waits until the PostgreSQL of container $1 takes connections at port $2.
await_postgres() {
  local deadline=$((SECONDS + 120))
  until podman exec "$1" pg_isready -q -h 127.0.0.1 -p "$2" 2> /dev/null; do
    [ $SECONDS -lt $deadline ] && [ "$(podman inspect --format '{{.State.Running}}' "$1")" = true ] ||
      fail "PostgreSQL does not start"
    sleep 0.2
  done
}

# The field of /proc/PID/status.
status_of() {
  sed -n "s/^$2:[[:space:]]*//p" "/proc/$(pid_of "$1")/status"
}

# What a container may do, as the kernel tells it, and what its image has.
prove_confinement() {
  local name=$1 capabilities user heap ignored mounted
  for ignored in $(status_of "$name" Uid) $(status_of "$name" Gid); do
    [ "$ignored" -ge 10000 ] || fail "$name runs as user or group $ignored"
  done
  user=$(status_of "$name" Uid | cut -f 1)
  for capabilities in CapInh CapPrm CapEff CapBnd CapAmb; do
    [ "$(status_of "$name" $capabilities)" = 0000000000000000 ] || fail "$name has capabilities: $capabilities"
  done
  [ "$(status_of "$name" NoNewPrivs)" = 1 ] || fail "$name may gain privileges"
  # Its user could write little there in any case.
  awk '$5 == "/" { print $6 }' "/proc/$(pid_of "$name")/mountinfo" | grep -q '^ro\b' || fail "the root of $name can be written"
  for ignored in /written /opt/privirec/written /opt/java/written /etc/written; do
    ! podman exec "$(container "$name")" touch "$ignored" 2> /dev/null || fail "$name can write $ignored"
  done
  podman exec "$(container "$name")" touch /tmp/written /var/lib/privirec/written || fail "$name cannot write its own directories"
  mounted=$(podman mount "$(container "$name")") && [ -d "$mounted/opt" ] || fail "the files of $name cannot be looked at"
  ! find "$mounted" -name '*embedded-postgres*' | grep . || fail "$name has an embedded PostgreSQL"
  heap=$(podman exec "$(container "$name")" /opt/java/bin/jcmd 1 VM.flags 2> /dev/null | sed -n 's|.*-XX:MaxHeapSize=\([0-9]*\).*|\1|p')
  [ "$heap" -lt $((1 << 30)) ] || fail "the heap of $name may grow to $heap bytes, of 1 GiB"
  podman exec "$(container "$name")" /opt/privirec/alive "$2" || fail "the health check of $name fails"
  printf '  %-12s user %s, no capability, no new privileges, read-only root, no embedded PostgreSQL, health check, heap up to %d MiB\n' \
    "$name" "$user" $((heap >> 20))
}
