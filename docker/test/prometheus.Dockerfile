# Stands in for prom/prometheus where that cannot be pulled: Debian's Prometheus, for docker/check.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus && \
    rm -rf /var/lib/apt/lists/* && \
    install -d -o nobody -g nogroup /prometheus
USER nobody
WORKDIR /prometheus
VOLUME /prometheus
EXPOSE 9090
ENTRYPOINT ["/usr/bin/prometheus"]
