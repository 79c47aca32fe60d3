package io.privirec.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Real manifests with one thing wrong: each must be found.
class MutantsTest {
  private static final String POD = "/spec/template/spec";
  private static final String CONTAINER = POD + "/containers/0";

  /// @param overlay `monitoring`, or one of the services
  /// @param object kind and name, whose name may go on with a hash
  /// @param pointer to what is replaced, added or, without a value, removed
  /// @param finding a part of what must be found
  record Mutant(String overlay, String object, String pointer, String value, String finding) {
    @Override
    public String toString() {
      return "%s, %s, %s: %s".formatted(overlay, object, pointer, value);
    }
  }

  static final List<Mutant> MUTANTS =
      List.of(
          // Fields and types.
          of("Deployment coordinator", "/spec/replicaz", "1", "no field replicaz"),
          of(
              "Deployment coordinator",
              CONTAINER + "/readinesProbe",
              "{}",
              "no field readinesProbe"),
          of(
              "Deployment coordinator",
              CONTAINER + "/lifecycle/preStop/sleep/second",
              "5",
              "no field second"),
          of(
              "Ingress recommender",
              "/spec/rules/0/http/paths/0/pathTyp",
              "\"Exact\"",
              "no field pathTyp"),
          of("NetworkPolicy recommender", "/spec/ingres", "[]", "no field ingres"),
          of("HorizontalPodAutoscaler recommender", "/spec/maxReplica", "3", "no field maxReplica"),
          of(
              "Deployment coordinator",
              "/spec/replicas",
              "\"two\"",
              "Deployment coordinator: Cannot deserialize"),
          of(
              "StatefulSet recommender",
              POD + "/volumes",
              "{}",
              "StatefulSet recommender: Cannot deserialize"),
          of(
              "StatefulSet recommender",
              CONTAINER + "/readinessProbe/periodSeconds",
              "\"5s\"",
              "Cannot deserialize"),
          of("Deployment coordinator", "/kind", "\"Deploymint\"", "no such kind"),
          // Selectors and names.
          of("Deployment coordinator", "/spec/selector", null, "does not select its own pods"),
          of(
              "Deployment coordinator",
              "/spec/template/metadata/labels/app.kubernetes.io~1name",
              "\"coordinator\"",
              "does not select its own pods"),
          of("Service coordinator", "/spec/selector", null, "selects the pods of []"),
          of(
              "Service recommender",
              "/spec/selector/app.kubernetes.io~1name",
              "\"recomender-service\"",
              "selects the pods of []"),
          of(
              "PodDisruptionBudget recommender",
              "/spec/selector/matchLabels/app.kubernetes.io~1name",
              "\"x\"",
              "selects no pods"),
          of(
              "HorizontalPodAutoscaler recommender",
              "/spec/scaleTargetRef/kind",
              "\"Deployment\"",
              "there is no \"Deployment\""),
          of("StatefulSet recommender", "/spec/replicas", "2", "says how many, too"),
          of(
              "StatefulSet recommender",
              "/spec/serviceName",
              "\"replicas\"",
              "there is no Service replicas"),
          of(
              "Deployment coordinator",
              POD + "/volumes/0/persistentVolumeClaim/claimName",
              "\"data\"",
              "there is no PersistentVolumeClaim data"),
          of(
              "Deployment coordinator",
              CONTAINER + "/envFrom/0/configMapRef/name",
              "\"coordinator\"",
              "there is no ConfigMap coordinator"),
          of("Deployment coordinator", CONTAINER + "/volumeMounts/0/name", "\"state\"", "mounted"),
          of(
              "Deployment coordinator",
              CONTAINER + "/volumeMounts/0/mountPath",
              "\"/data\"",
              "nothing is mounted at the data directory"),
          of(
              "Deployment coordinator",
              CONTAINER + "/image",
              "\"privirec/client-service\"",
              "runs another image"),
          of(
              "Ingress coordinator",
              "/spec/rules/0/http/paths/0/backend/service/name",
              "\"coordinater\"",
              "there is no Service coordinater"),
          of(
              "Service coordinator",
              "/metadata/namespace",
              "\"default\"",
              "is not in the namespace"),
          // Ports, probes and what is public.
          of(
              "Deployment coordinator",
              CONTAINER + "/ports/0/containerPort",
              "8090",
              "http is not the port of the image"),
          of(
              "Deployment coordinator",
              CONTAINER + "/livenessProbe/httpGet/port",
              "\"https\"",
              "a port that the container does not have"),
          of(
              "Deployment coordinator",
              CONTAINER + "/readinessProbe/httpGet/port",
              "8081",
              "a port that the container does not have"),
          of(
              "Service coordinator",
              "/spec/ports/0/targetPort",
              "8081",
              "the container has no port 8081"),
          of("Service coordinator", "/spec/ports/0/port", "80", "port 80 is not the container's"),
          of(
              "Deployment coordinator",
              CONTAINER + "/livenessProbe/httpGet/path",
              "\"/readyz\"",
              "livenessProbe does not ask /livez"),
          of(
              "Deployment coordinator",
              CONTAINER + "/startupProbe",
              null,
              "startupProbe does not ask"),
          of(
              "Ingress coordinator",
              "/spec/rules/0/http/paths/0/path",
              "\"/\"",
              "is not for everybody"),
          of(
              "Ingress recommender",
              "/spec/rules/0/http/paths/1/pathType",
              "\"Prefix\"",
              "is not for everybody"),
          of(
              "Ingress recommender",
              "/spec/rules/0/http/paths/2/path",
              "\"/actuator\"",
              "is not for everybody"),
          // Properties and Secrets.
          of(
              "ConfigMap coordinator-",
              "/data/PRIVIREC_SNAPSHOT_INTERVALL",
              "\"PT1S\"",
              "no property PRIVIREC_SNAPSHOT_INTERVALL"),
          of(
              "ConfigMap coordinator-",
              "/data/PRIVIREC_CLIENT_APPROVAL",
              "\"auto\"",
              "coordinator-service: there is no property PRIVIREC_CLIENT_APPROVAL"),
          of(
              "ConfigMap recommender-",
              "/data/SPRING_DATASOURCE_URI",
              "\"jdbc:\"",
              "no property SPRING_DATASOURCE_URI"),
          of(
              "ConfigMap recommender-",
              "/data/SERVER_FORWARDED_HEADERS_STRATEGY",
              "\"native\"",
              "no property SERVER_FORWARDED"),
          of(
              "Deployment coordinator",
              CONTAINER + "/env",
              "[{\"name\": \"PRIVIREC_DATADIRS\"}]",
              "no property \"PRIVIREC_DATADIRS\""),
          of(
              "Deployment coordinator",
              POD + "/volumes/1/secret/secretName",
              "\"coordinator-secrets\"",
              "README.md has no Secret coordinator-secrets"),
          of(
              "Deployment coordinator",
              POD + "/volumes/1/secret/secretName",
              "\"postgresql\"",
              "coordinator-service: there is no property password"),
          of("Ingress coordinator", "/spec/tls/0/secretName", "\"tls\"", "README.md has no Secret"),
          of("Service coordinator", "/kind", "\"Secret\"", "secrets are in no manifest"),
          // What pods may do and take.
          of("Deployment coordinator", POD + "/securityContext/runAsNonRoot", null, "runAsNonRoot"),
          of("Deployment coordinator", POD + "/securityContext/runAsUser", "1000", "runAsUser"),
          of(
              "Deployment coordinator",
              POD + "/automountServiceAccountToken",
              null,
              "automountServiceAccountToken"),
          of("Deployment coordinator", POD + "/enableServiceLinks", "true", "enableServiceLinks"),
          of(
              "Deployment coordinator",
              CONTAINER + "/securityContext/readOnlyRootFilesystem",
              "false",
              "readOnlyRootFilesystem"),
          of(
              "Deployment coordinator",
              CONTAINER + "/securityContext/capabilities/add",
              "[\"NET_ADMIN\"]",
              "capabilities"),
          of(
              "Deployment coordinator",
              CONTAINER + "/resources/limits/memory",
              "\"4Gi\"",
              "memory that is requested is not the limit"),
          of(
              "Deployment coordinator",
              CONTAINER + "/resources/limits/cpu",
              "\"2\"",
              "and not limited"),
          of("Deployment coordinator", POD + "/volumes/2/emptyDir", "{}", "has no limit"),
          of(
              "Deployment coordinator",
              POD + "/volumes/2",
              "{\"name\": \"tmp\", \"hostPath\": {\"path\": \"/tmp\"}}",
              "is of the host"),
          of("Deployment coordinator", CONTAINER + "/lifecycle", null, "preStop"),
          new Mutant("holder", "StatefulSet client", "/spec/replicas", "2", "must not run twice"),
          // Who may connect to whom.
          of(
              "NetworkPolicy default-deny",
              "/spec/policyTypes/0",
              "\"Egress\"",
              "no policy speaks of is open"),
          new Mutant(
              "dev",
              "NetworkPolicy default-deny",
              "/spec/podSelector/matchLabels",
              "{\"app\": \"x\"}",
              "no policy speaks of is open"),
          new Mutant(
              "dev",
              "NetworkPolicy recommender",
              "/spec/egress/0",
              "{\"to\": [{\"podSelector\": {}}]}",
              "recommender-service is let out to client-service"),
          new Mutant(
              "dev",
              "NetworkPolicy client",
              "/spec/ingress/0/from/0/podSelector",
              "{}",
              "client-service lets in recommender-service"),
          new Mutant(
              "dev",
              "NetworkPolicy client",
              "/spec/egress",
              "[]",
              "client-service cannot connect to coordinator-service"),
          of(
              "NetworkPolicy coordinator",
              "/spec/ingress/0/ports/0/port",
              "8081",
              "cannot connect to coordinator-service"),
          of(
              "NetworkPolicy coordinator",
              "/spec/ingress/0/from",
              null,
              "stranger may connect to coordinator-service"),
          of("NetworkPolicy dns", "/spec/egress", "[]", "cannot ask for names"),
          of(
              "NetworkPolicy dns",
              "/spec/egress/0/to/1/ipBlock/cidr",
              "\"169.254.20.11/32\"",
              "cannot ask the name cache of its node"),
          of(
              "NetworkPolicy dns",
              "/spec/egress/0/to/1",
              "{\"podSelector\": {}}",
              "cannot ask the name cache of its node"),
          of(
              "NetworkPolicy to-postgresql",
              "/spec/podSelector/matchLabels/app.kubernetes.io~1part-of",
              "\"x\"",
              "cannot connect to PostgreSQL"),
          // Alerts, dashboards and what is scraped.
          monitoring(
              "ServiceMonitor privirec",
              "/spec/endpoints/0/port",
              "\"metrics\"",
              "has no \"metrics\""),
          monitoring("ServiceMonitor privirec", "/spec/endpoints/0/paht", "\"/\"", "no field paht"),
          monitoring(
              "ServiceMonitor privirec",
              "/spec/endpoints/0/path",
              "\"/metrics\"",
              "there are no metrics"),
          monitoring(
              "ServiceMonitor privirec", "/spec/selector/matchExpressions", null, "are scraped of"),
          monitoring(
              "ServiceMonitor privirec",
              "/spec/namespaceSelector/matchNames",
              "[\"prod\"]",
              "[] are scraped"),
          monitoring(
              "PrometheusRule privirec",
              "/spec/groups/0/rules/0/expr",
              "\"upp == 0\"",
              "no service has upp"),
          monitoring(
              "PrometheusRule privirec",
              "/spec/groups/0/rules/3/expr",
              "\"max by (participant) (privirec_participant_missing) > 0\"",
              "no service has privirec_participant_missing"),
          monitoring(
              "PrometheusRule privirec",
              "/spec/groups/0/rules/1/labels/severity",
              "\"page\"",
              "has no severity"),
          monitoring(
              "PrometheusRule privirec",
              "/spec/groups/0/rules/1/annotations/runbook_url",
              "\"docs/runbooks.md#errors\"",
              "has no runbook"),
          monitoring(
              "PrometheusRule privirec",
              "/spec/groups/0/rules/1/alert",
              "\"ServerErrors\"",
              "has no runbook"),
          monitoring(
              "ConfigMap privirec-dashboards",
              "/data/privirec-rounds.json",
              "\"{\\\"panels\\\": [{\\\"title\\\": \\\"a\\\", \\\"targets\\\": [{\\\"expr\\\": \\\"rate(secagg_phases_total[5m])\\\"}]}]}\"",
              "no service has secagg_phases_total"),
          monitoring(
              "ConfigMap privirec-dashboards",
              "/metadata/labels/grafana_dashboard",
              null,
              "Grafana does not look"));

  @BeforeEach
  void needsKubectl() {
    assumeTrue(Overlays.canRender(), "kubectl is not there");
  }

  @ParameterizedTest
  @FieldSource("MUTANTS")
  void mutant_isFound(Mutant mutant) throws JsonProcessingException {
    List<String> findings;
    if (mutant.overlay().equals("monitoring")) {
      List<Manifest> monitoring = Overlays.monitoring();
      change(monitoring, mutant);
      findings = Checks.ofMonitoring(monitoring, Overlays.of("production"));
    } else {
      List<Manifest> manifests = new ArrayList<>(Overlays.of(mutant.overlay()));
      change(manifests, mutant);
      findings = Checks.ofServices(manifests);
    }

    assertThat(findings).anyMatch(finding -> finding.contains(mutant.finding()));
  }

  private static Mutant of(String object, String pointer, String value, String finding) {
    return new Mutant("production", object, pointer, value, finding);
  }

  private static Mutant monitoring(String object, String pointer, String value, String finding) {
    return new Mutant("monitoring", object, pointer, value, finding);
  }

  private static void change(List<Manifest> manifests, Mutant mutant)
      throws JsonProcessingException {
    Manifest changed =
        manifests.stream()
            .filter(manifest ->
                mutant.object().endsWith("-")
                    ? manifest.toString().startsWith(mutant.object())
                    : manifest.toString().equals(mutant.object()))
            .findFirst()
            .orElseThrow();
    int last = mutant.pointer().lastIndexOf('/');
    JsonNode parent = changed.at(mutant.pointer().substring(0, last));
    String field = mutant.pointer().substring(last + 1).replace("~1", "/");
    if (mutant.value() == null) {
      assertThat(((ObjectNode) parent).remove(field)).isNotNull();
    } else if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(field), Overlays.YAML.readTree(mutant.value()));
    } else {
      ((ObjectNode) parent).set(field, Overlays.YAML.readTree(mutant.value()));
    }
  }
}
