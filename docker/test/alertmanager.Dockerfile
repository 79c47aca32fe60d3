# Stands in for prom/alertmanager where that cannot be pulled: Debian's Alertmanager, for docker/check.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus-alertmanager && \
    rm -rf /var/lib/apt/lists/* && \
    install -d -o nobody -g nogroup /alertmanager
USER nobody
WORKDIR /alertmanager
VOLUME /alertmanager
EXPOSE 9093
ENTRYPOINT ["/usr/bin/prometheus-alertmanager"]
