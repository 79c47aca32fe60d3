package io.privirec.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ManifestsTest {
  static final List<String> OVERLAYS = Overlays.SERVICES;

  @BeforeEach
  void needsKubectl() {
    assumeTrue(Overlays.canRender(), "kubectl is not there");
  }

  @ParameterizedTest
  @FieldSource("OVERLAYS")
  void overlay_rendered_hasNoFinding(String overlay) {
    assertThat(Checks.ofServices(Overlays.of(overlay))).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("OVERLAYS")
  void monitoring_ofOverlay_hasNoFinding(String overlay) {
    assertThat(Checks.ofMonitoring(Overlays.monitoring(), Overlays.of(overlay))).isEmpty();
  }

  @Test
  void secrets_ofReadme_areThoseOfOverlays() {
    Stream<String> mounted =
        OVERLAYS.stream()
            .flatMap(overlay -> Overlays.of(overlay).stream())
            .filter(Manifest::isWorkload)
            .flatMap(workload -> Manifest.each(workload.at("/spec/template/spec/volumes")))
            .map(volume -> volume.at("/secret/secretName").asText())
            .filter(name -> !name.isEmpty());
    Stream<String> tls =
        OVERLAYS.stream()
            .flatMap(overlay -> Overlays.of(overlay).stream())
            .flatMap(ingress -> Manifest.each(ingress.at("/spec/tls")))
            .map(one -> one.path("secretName").asText());
    assertThat(Facts.documentedSecrets().keySet())
        .containsExactlyInAnyOrderElementsOf(Stream.concat(mounted, tls).distinct().toList());
  }

  @Test
  void coordinatorReplicas_shareOneVolume() {
    List<Manifest> manifests = Overlays.of(Overlays.REPLICAS);
    assertThat(manifests)
        .filteredOn(one -> one.toString().equals("Deployment coordinator"))
        .singleElement()
        .satisfies(coordinator -> {
          assertThat(coordinator.at("/spec/replicas").asInt()).isEqualTo(2);
          assertThat(coordinator.at("/spec/strategy/rollingUpdate/maxUnavailable").asInt())
              .isZero();
        });
    assertThat(manifests)
        .filteredOn(one -> one.kind().equals("PersistentVolumeClaim"))
        .singleElement()
        .satisfies(claim ->
            assertThat(Manifest.texts(claim.at("/spec/accessModes")))
                .containsExactly("ReadWriteMany"));
  }

  /// The port of the holder's applications is opened to nobody else by it.
  @Test
  void peers_ofHolder_haveOnePortOfTheirOwn() {
    List<Manifest> manifests = Overlays.of(Overlays.PEERS);
    List<Manifest> peers = manifests.stream().filter(one -> one.name().equals("peers")).toList();
    assertThat(peers)
        .extracting(Manifest::kind)
        .containsExactlyInAnyOrder("Service", "NetworkPolicy");
    assertThat(peers)
        .flatExtracting(one -> one.json().findValues("port"))
        .extracting(JsonNode::asInt)
        .containsOnly(8090, 443);
    assertThat(peers)
        .flatExtracting(one -> Manifest.each(one.at("/spec/ingress/0/ports")).toList())
        .extracting(port -> port.path("port").asInt())
        .containsExactly(8090);
    assertThat(Overlays.of("holder")).extracting(Manifest::name).doesNotContain("peers");
  }

  /// What is left out by those who fill in must not go unnoticed.
  @ParameterizedTest
  @FieldSource("TO_FILL_IN")
  void apply_overlayToFillIn_refusesAndNamesPlaces(String overlay) {
    Programs.Result result =
        Programs.run(Overlays.ROOT, "k8s/apply", "k8s/overlays/" + overlay, "--dry-run=client");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.output())
        .startsWith("Not applied")
        .contains("SPRING_DATASOURCE_URL", "kustomization.yaml:");
  }

  static final List<String> TO_FILL_IN = List.of("production", "holder");
}
