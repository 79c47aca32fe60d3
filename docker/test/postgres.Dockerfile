# Stands in for the official PostgreSQL image where that cannot be pulled: Debian's PostgreSQL, for docker/check.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-15 && \
    rm -rf /var/lib/apt/lists/* && \
    install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
COPY docker/test/postgres/entrypoint /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin \
    PGDATA=/var/lib/postgresql/data
USER postgres
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint"]
CMD ["postgres", "-c", "listen_addresses=*"]
