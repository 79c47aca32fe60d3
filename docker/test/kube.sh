# Part of docker/check: the Deployment of k8s/overlays/dev, with its ConfigMap, its claim and a Secret, by podman play kube. Other
# kinds are passed over there. The pod finds its database by the name that the ConfigMap has.
. "$root/docker/test/proofs.sh"

stand_ins=(postgres)
programs=(kubectl iptables)
network=privirec-kube-$$
database=$network-postgresql

clean_up() {
  local status=$?
  if [ $status != 0 ]; then
    local name
    cat "$work/kube.log" >&2 2> /dev/null || true
    for name in "$database" "$(container coordinator)"; do
      echo "--- the end of the log of $name" >&2
      podman logs --tail 30 "$name" >&2 || true
    done
  fi
  podman play kube --down "$work/kube.yaml" > /dev/null 2>&1 || true
  podman rm -f -v -t 5 "$database" > /dev/null 2>&1 || true
  podman volume rm coordinator-data > /dev/null 2>&1 || true
  podman secret rm coordinator > /dev/null 2>&1 || true
  podman network rm "$network" > /dev/null 2>&1 || true
}

# Versions of podman differ in what they call it.
container() {
  podman ps -a --filter "name=^$1-pod.*-$1\$" --format '{{.Names}}'
}

address_of() {
  podman inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$1"
}

# The Secret of the coordinator, of KEY=FILE. Podman keeps the object; before version 4.4 it takes its data as they are, not as
# base64.
make_secret() {
  local pair encoded
  {
    printf 'apiVersion: v1\nkind: Secret\nmetadata: {name: coordinator}\ndata:\n'
    for pair in "$@"; do
      encoded=$(base64 -w 0 < "$work/secrets/${pair#*=}")
      [ "$(printf '4.4\n%s\n' "$(podman version --format '{{.Client.Version}}')" | sort -V | head -n 1)" = 4.4 ] ||
        encoded=$(cat "$work/secrets/${pair#*=}")
      printf '  "%s": "%s"\n' "${pair%%=*}" "$encoded"
    done
  } | podman secret create coordinator - > /dev/null
}

play() {
  podman play kube --network "$network" "$work/kube.yaml" > "$work/kube.log" 2>&1 || fail "podman play kube"
}

check() {
  say "the coordinator's Deployment, by podman play kube"
  kubectl kustomize "$root/docker/test/kube" > "$work/kube.yaml"
  make_secret privirec.admin-token=coordinator-admin-token privirec.coordinator.private-key=coordinator-private-key \
    spring.datasource.password=postgres-password
  podman network create "$network" > /dev/null
  podman run -d --name "$database" --network "$network" --network-alias postgresql --read-only --tmpfs /tmp \
    --cap-drop all --security-opt no-new-privileges --memory 512m \
    -e POSTGRES_USER=privirec -e POSTGRES_DB=privirec -e POSTGRES_PASSWORD_FILE=/run/secrets/password \
    -v "$work/secrets/postgres-password:/run/secrets/password:ro" privirec/test-postgres > /dev/null
  await_postgres "$database" 5432

  play
  local url
  url=http://$(address_of "$(podman inspect --format '{{.Pod}}' "$(container coordinator)" | xargs podman pod inspect \
    --format '{{.InfraContainerID}}')"):8080
  await_service coordinator "$url/readyz"
  prove_confinement coordinator 8080
  curl -fsS "$url/v1/coordinator" | grep -q "\"$(cat "$work/secrets/coordinator-public-key")\"" ||
    fail "the coordinator has another key than its Secret"
  podman play kube --down "$work/kube.yaml" > "$work/kube.log" 2>&1 || fail "the pod cannot be taken down"
  [ -s "$(podman volume inspect --format '{{.Mountpoint}}' coordinator-data)/encryption-keys" ] ||
    fail "the claim has kept no data"
  echo "  it has the key of its Secret, and its claim keeps what it wrote"
}
