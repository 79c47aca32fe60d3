# Makes an image of the lab, for who runs ./lab and the demo where no JDK is. docker/build does all; by hand, from the top
# of the tree:
#   docker build -f docker/lab.Dockerfile -t privirec/lab .

# As in coordinator-service.Dockerfile.
ARG JDK_IMAGE=eclipse-temurin:25-jdk
ARG BASE_IMAGE=debian:trixie-slim

FROM ${JDK_IMAGE} AS jdk
COPY docker/image/modules /build/
RUN jlink --add-modules "$(paste -sd , /build/modules)" --generate-cds-archive --no-header-files --no-man-pages \
      --output /opt/java

FROM ${BASE_IMAGE}
ARG VERSION=0.1.0-SNAPSHOT
ARG REVISION=unknown
ARG BASE_IMAGE
LABEL org.opencontainers.image.title="PriviRec lab" \
      org.opencontainers.image.description="The demo run and experiments" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
COPY --from=jdk /opt/java /opt/java
COPY lab-cli/target/lab-cli-*-exec.jar /opt/privirec/lab.jar
COPY docker/jvm/lab.options /opt/privirec/jvm.options
ENV HOME=/tmp \
    LC_ALL=C.UTF-8 \
    JDK_JAVA_OPTIONS=@/opt/privirec/jvm.options
USER 10001:10001
WORKDIR /tmp
ENTRYPOINT ["/opt/java/bin/java", "-jar", "/opt/privirec/lab.jar"]
