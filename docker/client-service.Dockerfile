# Makes the image of the client-service of its built jar. docker/build does all; by hand, from the top of the tree:
#   docker build -f docker/client-service.Dockerfile -t privirec/client-service .

# The public defaults are unproven: they could not be pulled where this was written. What is proven (docker/check) is a
# minimal Debian with bash, and a JDK 25 on it.
ARG JDK_IMAGE=eclipse-temurin:25-jdk
ARG BASE_IMAGE=debian:trixie-slim

FROM ${JDK_IMAGE} AS jdk
COPY docker/image/modules /build/
RUN jlink --add-modules "$(paste -sd , /build/modules)" --generate-cds-archive --no-header-files --no-man-pages \
      --output /opt/java
COPY client-service/target/client-service-*.jar /build/service.jar
# The embedded PostgreSQL is for development, and here for training. It does not come along.
RUN java -Djarmode=tools -jar /build/service.jar extract --layers --destination /build/layers && \
    mkdir /build/database && mv /build/layers/dependencies/lib/embedded-postgres* /build/database
COPY docker/image/TrainCache.java /build/
RUN javac -d /build/training -cp '/build/database/*' /build/TrainCache.java

FROM ${BASE_IMAGE} AS service
RUN echo 'privirec:x:10001:10001::/var/lib/privirec:/usr/sbin/nologin' >> /etc/passwd && \
    echo 'privirec:x:10001:' >> /etc/group && \
    mkdir -p -m 700 /var/lib/privirec && chown 10001:10001 /var/lib/privirec
COPY --from=jdk /opt/java /opt/java
COPY --from=jdk /build/layers/dependencies/ /opt/privirec/
COPY --from=jdk /build/layers/snapshot-dependencies/ /opt/privirec/
COPY --from=jdk /build/layers/application/ /opt/privirec/
COPY docker/image/alive /opt/privirec/
COPY docker/jvm/client-service.options /opt/privirec/jvm.options

# A first life, of which the JVM keeps what it loaded and linked (JEP 514).
FROM service AS training
COPY --from=jdk /build/database /training/lib
COPY --from=jdk /build/training /training
RUN chown 10001:10001 /opt/privirec
USER 10001:10001
RUN /opt/java/bin/java -cp '/training:/training/lib/*:/opt/privirec/lib/*' TrainCache

FROM service
COPY --from=training /opt/privirec/service.aot /opt/privirec/
ARG VERSION=0.1.0-SNAPSHOT
ARG REVISION=unknown
ARG BASE_IMAGE
LABEL org.opencontainers.image.title="PriviRec client-service" \
      org.opencontainers.image.description="Interactions of a data holder, participant runtime, recommendations at home" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
ENV HOME=/var/lib/privirec \
    LC_ALL=C.UTF-8 \
    PRIVIREC_DATA_DIR=/var/lib/privirec \
    SPRING_CONFIG_IMPORT=optional:configtree:/run/secrets/ \
    JDK_JAVA_OPTIONS=@/opt/privirec/jvm.options
USER 10001:10001
WORKDIR /var/lib/privirec
VOLUME /var/lib/privirec
EXPOSE 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s --retries=3 CMD ["/opt/privirec/alive", "8081"]
ENTRYPOINT ["/opt/java/bin/java", "-XX:AOTCache=/opt/privirec/service.aot", "-jar", "/opt/privirec/service.jar"]
