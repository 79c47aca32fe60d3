package io.privirec.deployment;

import static io.privirec.deployment.Manifest.each;
import static io.privirec.deployment.Manifest.strings;
import static io.privirec.deployment.Manifest.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Who may connect to whom by the network policies, against who should. Every pair of pods is
/// tried, and some from outside of the manifests.
final class TrafficCheck {
  private static final String NAME = "app.kubernetes.io/name";

  /// The address of NodeLocal DNSCache on each node.
  private static final String LOCAL_DNS = "169.254.20.10/32";

  /// @param outside no policy of these manifests says where it may connect to
  private record Peer(String name, String namespace, Map<String, String> labels, boolean outside) {}

  private final List<Manifest> policies;
  private final List<Manifest> workloads;
  private final String namespace;
  private final List<String> findings = new ArrayList<>();

  private TrafficCheck(List<Manifest> manifests) {
    this.policies = manifests.stream().filter(one -> one.kind().equals("NetworkPolicy")).toList();
    this.workloads = manifests.stream().filter(Manifest::isWorkload).toList();
    this.namespace = workloads.getFirst().namespace();
  }

  static List<String> findings(List<Manifest> manifests) {
    TrafficCheck check = new TrafficCheck(manifests);
    check.peers().forEach(check::connections);
    check.workloads.stream().filter(Manifest::runsOurService).forEach(check::outward);
    check.unnamed();
    return check.findings;
  }

  private Stream<Peer> peers() {
    return Stream.concat(
        workloads.stream().map(this::peer),
        Stream.of(
            new Peer("ingress controller", "ingress-nginx", Map.of(NAME, "ingress-nginx"), true),
            new Peer("prometheus", "monitoring", Map.of(NAME, "prometheus"), true),
            new Peer("application of the namespace", namespace, Map.of("app", "shop"), true),
            new Peer("stranger", "default", Map.of(NAME, "client-service"), true)));
  }

  private Peer peer(Manifest workload) {
    return new Peer(workload.service(), workload.namespace(), workload.podLabels(), false);
  }

  private void connections(Peer from) {
    for (Manifest workload : workloads) {
      Peer to = peer(workload);
      if (from.equals(to)) {
        continue;
      }
      int port = workload.at("/spec/template/spec/containers/0/ports/0/containerPort").asInt();
      boolean may =
          (from.outside() || allows("egress", from, to, port)) && allows("ingress", to, from, port);
      if (Facts.SERVICES.contains(from.name()) && to.name().equals("client-service")) {
        // The one does not hold the other up: both ends refuse.
        if (allows("ingress", to, from, port)) {
          findings.add("client-service lets in " + from.name());
        }
        if (allows("egress", from, to, port)) {
          findings.add(from.name() + " is let out to client-service");
        }
      }
      if (may != should(from.name(), to.name())) {
        findings.add(
            "%s %s to %s"
                .formatted(from.name(), may ? "may connect" : "cannot connect", to.name()));
      }
    }
  }

  /// Nobody connects to or from a pod that no policy speaks of.
  private void unnamed() {
    Peer pod = new Peer("", namespace, Map.of(), false);
    Peer stranger = new Peer("", "default", Map.of(), true);
    if (allows("ingress", pod, stranger, 80) || allows("egress", pod, stranger, 80)) {
      findings.add("a pod that no policy speaks of is open");
    }
  }

  private static boolean should(String from, String to) {
    return switch (to) {
      case "coordinator-service" ->
          Set.of("client-service", "recommender-service", "ingress controller", "prometheus")
              .contains(from);
      case "recommender-service" -> Set.of("ingress controller", "prometheus").contains(from);
      case "client-service" -> Set.of("application of the namespace", "prometheus").contains(from);
      default -> Facts.SERVICES.contains(from);
    };
  }

  /// Names and the database, where that is not among the manifests.
  private void outward(Manifest workload) {
    Peer from = peer(workload);
    Peer dns = new Peer("DNS", "kube-system", Map.of("k8s-app", "kube-dns"), true);
    if (!allows("egress", from, dns, 53)) {
      findings.add(from.name() + " cannot ask for names");
    }
    if (!allowsAddress(from, LOCAL_DNS, 53)) {
      findings.add(from.name() + " cannot ask the name cache of its node");
    }
    boolean inside = workloads.stream().anyMatch(one -> one.service().equals("postgresql"));
    boolean outside =
        egress(from)
            .anyMatch(rule ->
                hasPort(rule, 5432) && each(rule.path("to")).anyMatch(peer -> peer.has("ipBlock")));
    if (inside == outside) {
      findings.add(from.name() + " cannot connect to PostgreSQL, or to two of them");
    }
  }

  private boolean allowsAddress(Peer from, String block, int port) {
    return egress(from)
        .anyMatch(rule ->
            hasPort(rule, port)
                && each(rule.path("to"))
                    .anyMatch(peer -> peer.at("/ipBlock/cidr").asText().equals(block)));
  }

  private Stream<JsonNode> egress(Peer from) {
    return policies.stream()
        .filter(policy -> selects(policy, from) && has(policy, "egress"))
        .flatMap(policy -> each(policy.at("/spec/egress")));
  }

  /// By the policies of one end alone.
  private boolean allows(String direction, Peer own, Peer other, int port) {
    List<Manifest> selecting =
        policies.stream().filter(policy -> selects(policy, own) && has(policy, direction)).toList();
    return selecting.isEmpty()
        || selecting.stream()
            .flatMap(policy -> each(policy.at("/spec/" + direction)))
            .anyMatch(rule ->
                hasPort(rule, port)
                    && names(rule.path(direction.equals("egress") ? "to" : "from"), other));
  }

  private static boolean selects(Manifest policy, Peer peer) {
    return policy.namespace().equals(peer.namespace())
        && matches(policy.at("/spec/podSelector"), peer.labels());
  }

  private static boolean has(Manifest policy, String direction) {
    return texts(policy.at("/spec/policyTypes")).stream().anyMatch(direction::equalsIgnoreCase);
  }

  private static boolean hasPort(JsonNode rule, int port) {
    return rule.path("ports").isMissingNode()
        || each(rule.path("ports")).anyMatch(own -> own.path("port").asInt() == port);
  }

  private boolean names(JsonNode peers, Peer other) {
    return peers.isMissingNode()
        || each(peers)
            .filter(peer -> !peer.has("ipBlock"))
            .anyMatch(peer ->
                (peer.has("namespaceSelector")
                        ? matches(
                            peer.path("namespaceSelector"),
                            Map.of("kubernetes.io/metadata.name", other.namespace()))
                        : namespace.equals(other.namespace()))
                    && matches(peer.path("podSelector"), other.labels()));
  }

  private static boolean matches(JsonNode selector, Map<String, String> labels) {
    if (selector instanceof MissingNode) {
      return true;
    }
    return StructureCheck.covers(strings(selector.path("matchLabels")), labels)
        && each(selector.path("matchExpressions"))
            .allMatch(expression -> matchesExpression(expression, labels));
  }

  private static boolean matchesExpression(JsonNode expression, Map<String, String> labels) {
    String value = labels.get(expression.path("key").asText());
    List<String> values = texts(expression.path("values"));
    return switch (expression.path("operator").asText()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> throw new AssertionError("no such operator: " + expression);
    };
  }
}
