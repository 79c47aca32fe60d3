# Part of docker/check: single containers on the network of this machine.
. "$root/docker/test/proofs.sh"

stand_ins=(postgres)
programs=()
database=$port coordinator=$((port + 1)) client=$((port + 2)) recommender=$((port + 3))
prefix=privirec-check-$$
confined=(--network host --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges)

clean_up() {
  local status=$?
  if [ $status != 0 ]; then
    local container
    for container in $(podman ps -aq --filter "name=^$prefix-"); do
      echo "--- the end of the log of $(podman inspect --format '{{.Name}}' "$container")" >&2
      podman logs --tail 30 "$container" >&2 || true
    done
  fi
  podman ps -aq --filter "name=^$prefix-" 2> /dev/null | xargs -r podman rm -f -v -t 5 > /dev/null 2>&1 || true
}

container() {
  echo "$prefix-$1"
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
  say "services, each with 1 GiB"
  local name
  podman run -d --name "$prefix-postgres" "${confined[@]}" --memory 512m \
    -e POSTGRES_PASSWORD_FILE=/run/secrets/postgres-password $(secret postgres-password postgres-password) \
    $(for name in coordinator recommender shop-a shop-b shop-c; do
      secret $name-database-password $name-database-password
    done) \
    -v "$root/docker/postgres:/docker-entrypoint-initdb.d:ro" privirec/test-postgres \
    postgres -p "$database" -c listen_addresses=127.0.0.1 > /dev/null
  await_postgres "$prefix-postgres" "$database"

  local url=jdbc:postgresql://127.0.0.1:$database operator=http://127.0.0.1:$coordinator
  start coordinator coordinator-service -e SERVER_PORT=$coordinator -e SERVER_ADDRESS=127.0.0.1 \
    -e SPRING_DATASOURCE_URL="$url/coordinator" -e SPRING_DATASOURCE_USERNAME=coordinator \
    $(secret coordinator-admin-token privirec.admin-token) \
    $(secret coordinator-private-key privirec.coordinator.private-key) \
    $(secret coordinator-database-password spring.datasource.password)
  await_service coordinator "http://127.0.0.1:$coordinator/readyz"
  start client client-service -e SERVER_PORT=$client -e SERVER_ADDRESS=127.0.0.1 -e PRIVIREC_COORDINATOR_URL=$operator \
    -e PRIVIREC_CLIENT_SUMS_WITHOUT_NOISE=ask -e PRIVIREC_CLIENT_EXPOSURE_TIME_LIMIT=PT1S \
    -e SPRING_DATASOURCE_URL="$url/shop-a" -e SPRING_DATASOURCE_USERNAME=shop-a \
    $(secret shop-a-admin-token privirec.admin-token) \
    $(secret coordinator-public-key privirec.client.coordinator-key) \
    $(secret roster-public-key privirec.client.roster-key) \
    $(secret shop-a-database-password spring.datasource.password)
  await_service client "http://127.0.0.1:$client/readyz"
  start recommender recommender-service -e PRIVIREC_RECOMMENDER_ACCEPT=any -e SERVER_PORT=$recommender -e SERVER_ADDRESS=127.0.0.1 \
    -e PRIVIREC_COORDINATOR_URL=$operator \
    -e SPRING_DATASOURCE_URL="$url/recommender" -e SPRING_DATASOURCE_USERNAME=recommender \
    $(secret recommender-admin-token privirec.admin-token) \
    $(secret coordinator-public-key privirec.coordinator.public-key) \
    $(secret recommender-database-password spring.datasource.password)
  await_service recommender "http://127.0.0.1:$recommender/livez"

  say "what they may do"
  prove_confinement coordinator $coordinator
  prove_confinement client $client
  prove_confinement recommender $recommender
  prove_refusal

  say "a session over them"
  await_service recommender "http://127.0.0.1:$recommender/readyz" > "$work/ready" &
  local model=$!
  chown 10001:10001 "$work/secrets"
  local lab=(podman run --rm --name "$prefix-lab" "${confined[@]}" --memory 1g
    -v "$work/secrets:/run/secrets:ro" -v "$work/out:/out" privirec/lab)
  "${lab[@]}" run --no-noise --participants=5 --json=/out/summary.json \
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
}
