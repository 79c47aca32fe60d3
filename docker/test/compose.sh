# Part of docker/check: docker/compose.yaml with docker-compose, on the socket of podman.

stand_ins=(postgres prometheus alertmanager)
programs=(docker-compose iptables)
project=privirec-check
prometheus=http://127.0.0.1:$((port + 6))
server=

clean_up() {
  local status=$?
  if [ -n "$server" ]; then
    if [ $status != 0 ]; then
      compose ps >&2 || true
      compose logs --tail 20 >&2 || true
    fi
    compose down --volumes --timeout 10 > /dev/null 2>&1 || true
    kill "$server" 2> /dev/null || true
    wait "$server" 2> /dev/null || true
  fi
}

compose() {
  docker-compose -p $project -f "$root/docker/compose.yaml" -f "$root/docker/test/compose.yaml" --profile demo "$@"
}

start_socket() {
  podman system service --time=0 "unix://$work/podman.sock" > "$work/service.log" 2>&1 &
  server=$!
  export DOCKER_HOST=unix://$work/podman.sock
  until docker-compose version > /dev/null && [ -S "$work/podman.sock" ]; do
    kill -0 $server 2> /dev/null || { cat "$work/service.log" >&2; fail "podman gives no socket"; }
    sleep 0.2
  done
}

# Waits $1 seconds until a command says that it is so; $2 says what is waited for.
until_true() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ $SECONDS -lt $deadline ] || fail "not within the time: $what"
    sleep 1
  done
}

container() {
  podman ps -a --filter "label=com.docker.compose.project=$project" --filter "label=com.docker.compose.service=$1" \
    --format '{{.ID}}'
}

demo_is_over() {
  [ "$(podman inspect --format '{{.State.Status}}' "$(container demo)")" = exited ]
}

# How many targets Prometheus scrapes with health $1.
targets() {
  curl -s "$prometheus/api/v1/targets" | grep -o "\"health\":\"$1\"" | wc -l
}

all_targets_are_up() {
  [ "$(targets up)" = "$(targets '[a-z]*')" ] && [ "$(targets up)" = 7 ]
}

# Whether the webhook was told of the alert about shop-c with status $1.
was_told() {
  podman logs "$(container webhook)" 2> /dev/null | grep "\"status\":\"$1\"" | grep -q 'PriviRecTargetDown.*shop-c:8081'
}

check() {
  export PRIVIREC_SECRETS=$work/secrets
  export PRIVIREC_COORDINATOR_IMAGE=localhost/privirec/coordinator-service
  export PRIVIREC_CLIENT_IMAGE=localhost/privirec/client-service
  export PRIVIREC_RECOMMENDER_IMAGE=localhost/privirec/recommender-service
  export PRIVIREC_LAB_IMAGE=localhost/privirec/lab
  export PRIVIREC_RECOMMENDER_ACCEPT=any
  export POSTGRES_IMAGE=localhost/privirec/test-postgres
  export PROMETHEUS_IMAGE=localhost/privirec/test-prometheus
  export ALERTMANAGER_IMAGE=localhost/privirec/test-alertmanager
  export PRIVIREC_COORDINATOR_PORT=$((port + 1)) PRIVIREC_RECOMMENDER_PORT=$((port + 2))
  export PRIVIREC_SHOP_A_PORT=$((port + 3)) PRIVIREC_SHOP_B_PORT=$((port + 4)) PRIVIREC_SHOP_C_PORT=$((port + 5))
  export PROMETHEUS_PORT=$((port + 6)) ALERTMANAGER_PORT=$((port + 7))

  say "docker-compose up, with the demo"
  start_socket
  compose up -d > "$work/up.log" 2>&1 || { cat "$work/up.log" >&2; fail "docker-compose up"; }
  until_true 480 "the demo ends" demo_is_over
  podman logs "$(container demo)" 2> /dev/null
  [ "$(podman inspect --format '{{.State.ExitCode}}' "$(container demo)")" = 0 ] || fail "the demo"

  say "Prometheus and Alertmanager"
  until_true 60 "Prometheus scrapes 7 targets" all_targets_are_up
  echo "  $(targets up) targets are scraped"
  compose stop -t 30 shop-c > /dev/null 2>&1
  until_true 240 "the alert fires" was_told firing
  echo "  shop-c was stopped: PriviRecTargetDown fires, and the webhook is told"
  compose start shop-c > /dev/null 2>&1
  until_true 240 "the alert resolves" was_told resolved
  echo "  shop-c was started: PriviRecTargetDown resolves, and the webhook is told"
}
