#!/bin/bash
# Runs once, when the PostgreSQL of compose.yaml is empty: a database for each service, which only its own account can
# enter. In earnest each holder has a server of its own.
set -euo pipefail
for service in coordinator recommender shop-a shop-b shop-c; do
  service=$service psql -v ON_ERROR_STOP=1 -v service="$service" <<'END'
\set password `cat "/run/secrets/$service-database-password"`
create role :"service" login password :'password';
create database :"service" owner :"service";
revoke connect on database :"service" from public;
END
done
