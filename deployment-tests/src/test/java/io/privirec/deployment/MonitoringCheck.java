package io.privirec.deployment;

import static io.privirec.deployment.Manifest.each;
import static io.privirec.deployment.Manifest.strings;
import static io.privirec.deployment.Manifest.texts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether what is scraped is there, and alerts and dashboards ask for metrics that the services
/// have.
final class MonitoringCheck {
  private static final Set<String> MONITOR_FIELDS =
      Set.of("jobLabel", "namespaceSelector", "selector", "endpoints");
  private static final Set<String> ENDPOINT_FIELDS =
      Set.of("port", "path", "interval", "scrapeTimeout");
  private static final Set<String> SEVERITIES = Set.of("critical", "warning");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "offset", "bool");

  /// Everything in an expression that is no name: texts, selectors, lists of labels, ranges.
  private static final Pattern NO_NAMES =
      Pattern.compile(
          "\"[^\"]*\"|\\{[^}]*}|\\[[^]]*]|\\b(by|without|on|ignoring)\\s*\\([^)]*\\)|\\b[0-9][0-9a-z.]*");

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][\\w:]*(?!\\w*\\s*\\()");

  private MonitoringCheck() {}

  static List<String> findings(List<Manifest> monitoring, List<Manifest> services) {
    Set<String> series =
        Facts.SERVICES.stream()
            .flatMap(service -> Facts.series(service).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> findings = new ArrayList<>();
    for (Manifest manifest : monitoring) {
      switch (manifest.kind()) {
        case "ServiceMonitor" -> monitor(manifest, services, findings);
        case "PrometheusRule" -> rules(manifest).forEach(rule -> alert(rule, series, findings));
        case "ConfigMap" -> dashboards(manifest, series, findings);
        default -> findings.add(manifest + ": is nothing to monitor with");
      }
    }
    return findings;
  }

  static Stream<JsonNode> rules(Manifest rule) {
    return each(rule.at("/spec/groups")).flatMap(group -> each(group.path("rules")));
  }

  private static void monitor(Manifest monitor, List<Manifest> services, List<String> findings) {
    JsonNode spec = monitor.at("/spec");
    Set<String> unknown = fields(spec, MONITOR_FIELDS);
    each(spec.path("endpoints"))
        .forEach(endpoint -> unknown.addAll(fields(endpoint, ENDPOINT_FIELDS)));
    unknown.forEach(field -> findings.add(monitor + ": there is no field " + field));
    Set<String> scraped = new TreeSet<>();
    for (Manifest service : services) {
      if (service.kind().equals("Service")
          && texts(spec.at("/namespaceSelector/matchNames")).contains(service.namespace())
          && StructureCheck.covers(strings(spec.at("/selector/matchLabels")), service.labels())
          && each(spec.at("/selector/matchExpressions"))
              .allMatch(required -> service.labels().containsKey(required.path("key").asText()))) {
        if (!scraped.add(service.labels().getOrDefault(spec.path("jobLabel").asText(), ""))) {
          findings.add(monitor + ": pods of " + service + " are scraped twice");
        }
        each(spec.path("endpoints"))
            .filter(endpoint ->
                each(service.at("/spec/ports"))
                    .noneMatch(port -> port.path("name").equals(endpoint.path("port"))))
            .forEach(endpoint ->
                findings.add(monitor + ": " + service + " has no " + endpoint.path("port")));
      }
    }
    Set<String> running =
        services.stream()
            .filter(Manifest::runsOurService)
            .map(Manifest::service)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!scraped.equals(running)) {
      findings.add(monitor + ": " + scraped + " are scraped of " + running);
    }
    each(spec.path("endpoints"))
        .filter(endpoint -> !endpoint.path("path").asText().equals("/actuator/prometheus"))
        .forEach(endpoint -> findings.add(monitor + ": there are no metrics at " + endpoint));
  }

  private static Set<String> fields(JsonNode json, Set<String> known) {
    Set<String> unknown = new TreeSet<>();
    json.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(known);
    return unknown;
  }

  private static void alert(JsonNode rule, Set<String> series, List<String> findings) {
    String name = rule.path("alert").asText();
    query(name, rule.path("expr").asText(), series, findings);
    if (!SEVERITIES.contains(rule.at("/labels/severity").asText())) {
      findings.add(name + ": has no severity");
    }
    if (rule.at("/annotations/summary").asText().isEmpty()) {
      findings.add(name + ": has no summary");
    }
    String runbook = "docs/runbooks.md#" + name.toLowerCase(Locale.ROOT);
    if (!rule.at("/annotations/runbook_url").asText().equals(runbook)
        || !Facts.read("docs/runbooks.md").lines().toList().contains("### " + name)) {
      findings.add(name + ": has no runbook");
    }
  }

  private static void dashboards(Manifest map, Set<String> series, List<String> findings) {
    if (!"1".equals(map.labels().get("grafana_dashboard"))) {
      findings.add(map + ": Grafana does not look at it");
    }
    strings(map.at("/data"))
        .forEach((file, text) -> {
          for (JsonNode panel : dashboard(text).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
              query(
                  file + ", " + panel.path("title").asText(),
                  target.path("expr").asText(),
                  series,
                  findings);
            }
          }
        });
  }

  private static JsonNode dashboard(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static void query(String where, String query, Set<String> series, List<String> findings) {
    Set<String> names = metricsOf(query);
    if (names.isEmpty()) {
      findings.add(where + ": asks for nothing");
    }
    names.stream()
        .filter(name -> !series.contains(name))
        .forEach(name -> findings.add(where + ": no service has " + name));
  }

  /// Names of the series in an expression of PromQL.
  static Set<String> metricsOf(String query) {
    return NAME.matcher(NO_NAMES.matcher(query).replaceAll(" "))
        .results()
        .map(MatchResult::group)
        .filter(name -> !WORDS.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
