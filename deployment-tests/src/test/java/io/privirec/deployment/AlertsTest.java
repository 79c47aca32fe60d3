package io.privirec.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertsTest {
  private static final String PLAIN = "docker/prometheus/alerts.yaml";

  @TempDir Path directory;

  @Test
  void rules_ofOperatorAndOfPlainPrometheus_areTheSame() throws IOException {
    JsonNode operator = Overlays.YAML.readTree(Facts.read("k8s/monitoring/alerts.yaml"));

    assertThat(Overlays.YAML.readTree(Facts.read(PLAIN)).path("groups"))
        .isNotEmpty()
        .isEqualTo(operator.at("/spec/groups"));
  }

  @Test
  void everyAlert_isTested() throws IOException {
    JsonNode tests = Overlays.YAML.readTree(Facts.read(tests()));
    for (JsonNode group : Overlays.YAML.readTree(Facts.read(PLAIN)).path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        List<Boolean> fires =
            Manifest.each(tests.path("tests"))
                .flatMap(test -> Manifest.each(test.path("alert_rule_test")))
                .filter(test -> test.path("alertname").equals(rule.path("alert")))
                .map(test -> !test.path("exp_alerts").isEmpty())
                .toList();
        assertThat(fires).as(rule.path("alert").asText()).contains(true, false);
      }
    }
  }

  @Test
  void alerts_ofSeries_fireAsTheirTestsSay() throws IOException {
    assumeTrue(Programs.areThere("promtool"), "promtool is not there (Debian: package prometheus)");

    Programs.Result result = promtool(Facts.read(PLAIN));

    assertThat(result.status()).as(result.output()).isZero();
  }

  /// The tests tell one threshold from another.
  @Test
  void alerts_withOtherThresholds_doNotPass() throws IOException {
    assumeTrue(Programs.areThere("promtool"), "promtool is not there (Debian: package prometheus)");
    String rules = Facts.read(PLAIN);
    List<String[]> changes =
        List.of(
            new String[] {"> 0.01", "> 0.001"},
            new String[] {"> 0.25", "> 0.9"},
            new String[] {"== 0\n        for: 1m", "== 0\n        for: 10m"},
            new String[] {"offset 15m", "offset 10s"},
            new String[] {"14 * 86400\n        for: 1h", "12 * 86400\n        for: 1h"},
            new String[] {"< 0.1", "< 0.3"},
            new String[] {"caller=\"refused\"", "caller=\"participant\""},
            new String[] {"[5m])) > 0\n        for: 1h", "[5m])) > 0\n        for: 30m"});
    int tried = Boolean.getBoolean("tests.long") ? changes.size() : 3;
    for (String[] change : changes.subList(0, tried)) {
      assertThat(rules).contains(change[0]);

      assertThat(promtool(rules.replace(change[0], change[1])).status()).as(change[1]).isEqualTo(1);
    }
  }

  @Test
  void metricsOf_expression_areItsSeries() {
    assertThat(
            MonitoringCheck.metricsOf(
                "histogram_quantile(0.99, sum by (le, job) (rate(a_bucket{uri=\"/b\"}[5m]))) > 1e3"
                    + " unless on (x) c:d offset 15m or sum(e) by (f) * 14"))
        .containsExactly("a_bucket", "c:d", "e");
  }

  /// Those metrics that no scrape had are at least promised.
  @Test
  void metrics_thatBeginWithAnEvent_areDocumented() {
    String operations = Facts.read("docs/operations.md");
    for (String service : Facts.SERVICES) {
      String text = Facts.read("deployment-tests/src/test/resources/metrics/" + service + ".txt");
      assertThat(
              text.substring(text.indexOf("# Of operations.md"))
                  .lines()
                  .skip(1)
                  .map(line -> line.substring(0, line.indexOf(' '))))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(operations).contains(name));
    }
  }

  private Programs.Result promtool(String rules) throws IOException {
    Path file = Files.writeString(directory.resolve("alerts.yaml"), rules);
    Path tests =
        Files.writeString(
            directory.resolve("tests.yaml"),
            Facts.read(tests()).replace("ALERTS", file.toString()));
    Programs.Result check = Programs.run(directory, "promtool", "check", "rules", file.toString());
    assertThat(check.status()).as(check.output()).isZero();
    return Programs.run(directory, "promtool", "test", "rules", tests.toString());
  }

  private static String tests() {
    return "deployment-tests/src/test/resources/alerts/alerts-test.yaml";
  }
}
