# Sourced by docker/check: single containers.

database=$port coordinator=$((port + 1)) client=$((port + 2)) recommender=$((port + 3))
prefix=privirec-check-$$
confined=(--network host --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges)

clean_up() {
  local status=$?
  if [ $status != 0 ] && [ -n "$work" ]; then
    local container
    for container in $(podman ps -aq --filter "name=^$prefix-"); do
      echo "--- the end of the log of $(podman inspect --format '{{.Name}}' "$container")" >&2
      podman logs --tail 30 "$container" >&2 || true
    done
  fi
  podman ps -aq --filter "name=^$prefix-" 2> /dev/null | xargs -r podman rm -f -v -t 5 > /dev/null 2>&1 || true
  [ -z "$work" ] || rm -rf "$work"
}

# Starts container $1 of image $2; more options of podman follow. The cache of the JVM must be used: AOTMode=on.
start() {
  local name=$1 image=$2
  shift 2
  podman run -d --name "$prefix-$name" "${confined[@]}" --memory 1g \
    -e "JDK_JAVA_OPTIONS=@/opt/privirec/jvm.options -XX:AOTMode=on" "$@" "privirec/$image" > /dev/null 2> "$work/podman.log" ||
    { cat "$work/podman.log" >&2; fail "$name does not start"; }
}

# Options that give the secret $1 to a container as property $2.
secret() {
  echo "-v $work/secrets/$1:/run/secrets/$2:ro"
}

pid_of() {
  podman inspect --format '{{.State.Pid}}' "$prefix-$1"
}

is_running() {
  [ "$(podman inspect --format '{{.State.Running}}' "$prefix-$1")" = true ]
}

# Processor time of the JVM of container $1 so far, in seconds: the 14th and 15th field of stat, in ticks.
cpu_seconds() {
  sed 's/.*) //' "/proc/$(pid_of "$1")/stat" | awk -v tick="$(getconf CLK_TCK)" '{ printf "%.1f", ($12 + $13) / tick }'
}

# Waits until service $1 at port $2 answers $3 and notes the processor time that it took.
await_service() {
  local deadline=$((SECONDS + 300))
  until answers "http://127.0.0.1:$2$3"; do
    [ $SECONDS -lt $deadline ] && is_running "$1" || fail "$1 does not answer $3"
    sleep 0.2
  done
  local seconds
  seconds=$(cpu_seconds "$1")
  printf '  %-12s %-8s after %5s s of processor time\n' "$1" "$3" "$seconds"
  awk -v s="$seconds" -v max=$max_cpu_seconds 'BEGIN { exit s > max }' ||
    fail "$1 took more than $max_cpu_seconds s of processor time"
}

# The field of /proc/PID/status.
status_of() {
  sed -n "s/^$2:[[:space:]]*//p" "/proc/$(pid_of "$1")/status"
}

# What a container may do, as the kernel tells it, and what its image has.
prove_confinement() {
  local name=$1 capabilities user heap ignored
  for ignored in $(status_of "$name" Uid) $(status_of "$name" Gid); do
    [ "$ignored" -ge 10000 ] || fail "$name runs as user or group $ignored"
  done
  user=$(status_of "$name" Uid | cut -f 1)
  for capabilities in CapInh CapPrm CapEff CapBnd CapAmb; do
    [ "$(status_of "$name" $capabilities)" = 0000000000000000 ] || fail "$name has capabilities: $capabilities"
  done
  [ "$(status_of "$name" NoNewPrivs)" = 1 ] || fail "$name may gain privileges"
  for ignored in /written /opt/privirec/written /opt/java/written /etc/written; do
    ! podman exec "$prefix-$name" touch "$ignored" 2> /dev/null || fail "$name can write $ignored"
  done
  podman exec "$prefix-$name" touch /tmp/written /var/lib/privirec/written || fail "$name cannot write its own directories"
  ! find "$(podman mount "$prefix-$name")" -name '*embedded-postgres*' | grep . || fail "$name has an embedded PostgreSQL"
  heap=$(podman exec "$prefix-$name" /opt/java/bin/jcmd 1 VM.flags 2> /dev/null | grep -o 'MaxHeapSize=[0-9]*' | cut -d = -f 2)
  [ "$heap" -lt $((1 << 30)) ] || fail "the heap of $name may grow to $heap bytes, of 1 GiB"
  podman exec "$prefix-$name" /opt/privirec/alive "$2" || fail "the health check of $name fails"
  printf '  %-12s user %s, no capability, no new privileges, read-only root, no embedded PostgreSQL, health check, heap up to %d MiB\n' \
    "$name" "$user" $((heap >> 20))
}

# An image without a database says so and ends.
prove_refusal() {
  local status=0
  podman run --rm --name "$prefix-refused" "${confined[@]}" --memory 1g privirec/coordinator-service \
    > "$work/refused.log" 2>&1 || status=$?
  [ $status = 1 ] || fail "without a database the status is $status"
  grep -q 'No database is configured' "$work/refused.log" || { cat "$work/refused.log" >&2; fail "no sentence says why"; }
  [ "$(wc -l < "$work/refused.log")" -le 15 ] || { cat "$work/refused.log" >&2; fail "more than 15 lines say why"; }
  echo "  without a database: status 1, and: $(sed -n 's/.*does not start\. //p' "$work/refused.log")"
}

check() {
  trap clean_up EXIT
  trap 'exit 130' INT TERM
  require_engine podman buildah runc mmdebstrap curl
  say "images"
  build_images postgres
  podman images --filter 'label=org.opencontainers.image.version' --format '  {{.Repository}} {{.Size}}'
  make_secrets

  say "services, each with 1 GiB"
  local name
  podman run -d --name "$prefix-postgres" "${confined[@]}" --memory 512m \
    -e POSTGRES_PASSWORD_FILE=/run/secrets/postgres-password $(secret postgres-password postgres-password) \
    $(for name in coordinator recommender shop-a shop-b shop-c; do
      secret $name-database-password $name-database-password
    done) \
    -v "$root/docker/postgres:/docker-entrypoint-initdb.d:ro" privirec/test-postgres \
    postgres -p "$database" -c listen_addresses=127.0.0.1 > /dev/null
  local deadline=$((SECONDS + 120))
  until podman exec "$prefix-postgres" pg_isready -q -h 127.0.0.1 -p "$database" 2> /dev/null; do
    [ $SECONDS -lt $deadline ] && is_running postgres || fail "PostgreSQL does not start"
    sleep 0.2
  done

  local url=jdbc:postgresql://127.0.0.1:$database operator=http://127.0.0.1:$coordinator
  start coordinator coordinator-service -e SERVER_PORT=$coordinator -e SERVER_ADDRESS=127.0.0.1 \
    -e SPRING_DATASOURCE_URL="$url/coordinator" -e SPRING_DATASOURCE_USERNAME=coordinator \
    $(secret coordinator-admin-token privirec.admin-token) \
    $(secret coordinator-private-key privirec.coordinator.private-key) \
    $(secret coordinator-database-password spring.datasource.password)
  await_service coordinator $coordinator /readyz
  start client client-service -e SERVER_PORT=$client -e SERVER_ADDRESS=127.0.0.1 -e PRIVIREC_COORDINATOR_URL=$operator \
    -e SPRING_DATASOURCE_URL="$url/shop-a" -e SPRING_DATASOURCE_USERNAME=shop-a \
    $(secret shop-a-admin-token privirec.admin-token) \
    $(secret coordinator-public-key privirec.client.coordinator-key) \
    $(secret roster-public-key privirec.client.roster-key) \
    $(secret shop-a-database-password spring.datasource.password)
  await_service client $client /readyz
  start recommender recommender-service -e SERVER_PORT=$recommender -e SERVER_ADDRESS=127.0.0.1 \
    -e PRIVIREC_COORDINATOR_URL=$operator \
    -e SPRING_DATASOURCE_URL="$url/recommender" -e SPRING_DATASOURCE_USERNAME=recommender \
    $(secret recommender-admin-token privirec.admin-token) \
    $(secret coordinator-public-key privirec.coordinator.public-key) \
    $(secret recommender-database-password spring.datasource.password)
  await_service recommender $recommender /livez

  say "what they may do"
  prove_confinement coordinator $coordinator
  prove_confinement client $client
  prove_confinement recommender $recommender
  prove_refusal

  say "a session over them"
  await_service recommender $recommender /readyz > "$work/ready" &
  local model=$!
  chown 10001:10001 "$work/secrets"
  local lab=(podman run --rm --name "$prefix-lab" "${confined[@]}" --memory 1g
    -v "$work/secrets:/run/secrets:ro" -v "$work/out:/out" privirec/lab)
  "${lab[@]}" run --participants=5 --json=/out/summary.json \
    --coordinator="$operator=/run/secrets/coordinator-admin-token" --recommender=http://127.0.0.1:$recommender \
    --client="http://127.0.0.1:$client=/run/secrets/shop-a-admin-token" \
    --roster-key=/run/secrets/roster-private-key 2> "$work/lab.log" || { cat "$work/lab.log" >&2; fail "the session"; }
  "${lab[@]}" check-quality --json /out/summary.json --max-difference $max_difference 2> /dev/null ||
    fail "the quality of the release"
  wait $model
  cat "$work/ready"

  for name in recommender client coordinator; do
    echo "  $name has had up to $(($(status_of $name VmHWM | tr -dc 0-9) >> 10)) MiB, mapped files among them"
    podman stop -t 30 "$prefix-$name" > /dev/null 2>&1
    [ "$(podman inspect --format '{{.State.ExitCode}}' "$prefix-$name")" = 143 ] || fail "$name does not end in order"
  done
  say "passed: $SECONDS s"
}
