package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.exposure.fixture.Samples;
import io.privirec.exposure.fixture.Shop;
import io.privirec.filter.matrix.InteractionMatrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code lab attack sessions} on running services. */
class AttackedSessionsIT {
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");

  @TempDir private Path home;

  /**
   * Runs the sessions, and repeats them with another seed if a check has a finding. By chance,
   * sessions that keep their claims have a finding in 0.3 % of the runs, and in 0.001 % of the
   * pairs of runs. Sessions that break their claims have a finding in both.
   */
  private JsonNode reportWithOneRepeat(String... options) throws Exception {
    JsonNode first = report("--seed=1", options);
    return first.get("audit").get("findings").isEmpty() ? first : report("--seed=2", options);
  }

  private JsonNode report(String seed, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(seed);
    try (LabRun run = start(all)) {
      assertThat(run.awaitExit()).as(run.output()).isBetween(0, 1);
    }
    return JsonMapper.shared().readTree(Files.readString(home.resolve("report.json")));
  }

  private LabRun start(List<String> options) throws Exception {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("attack", "sessions", "--json=" + home.resolve("report.json")));
    all.addAll(options);
    return LabRun.startCommand(home, all);
  }

  private JsonNode reportOf(int status, String... options) throws Exception {
    try (LabRun run = start(List.of(options))) {
      assertThat(run.awaitExit()).as(run.output()).isEqualTo(status);
    }
    return JsonMapper.shared().readTree(Files.readString(home.resolve("report.json")));
  }

  /** Of few users only items that nearly all of them have stand out of noise. */
  private Path shop(InteractionMatrix users, int bestsellers) throws Exception {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = 0; user < users.users(); user++) {
      for (int item = 0; item < bestsellers; item++) {
        csv.append("u%05d,bestseller%d%n".formatted(user, item));
      }
      for (int item : users.row(user)) {
        csv.append("u%05d,i%05d%n".formatted(user, item));
      }
    }
    return Files.writeString(home.resolve("shop.csv"), csv);
  }

  @Test
  void sessionsInARow_keepTheirClaims_untilTheLedgerRejects() throws Exception {
    JsonNode report =
        reportWithOneRepeat(
            "--data=" + shop(Shop.SMALL.generate(1), 3),
            "--all-interactions",
            "--participants=4",
            "--client-processes=1",
            "--sessions=6",
            "--decoder-seconds=1");

    List<String> outcomes =
        report.get("sessions").valueStream().map(each -> each.get("outcome").asString()).toList();
    assertThat(outcomes.getFirst()).isEqualTo("published");
    assertThat(outcomes.getLast()).startsWith("privacy-");
    assertThat(report.get("audit").get("findings")).isEmpty();
    assertThat(
            report.get("audit").get("norms").valueStream().map(norm -> norm.get("sum").asString()))
        .contains("item-degrees", "item-gram");
    assertThat(report.get("audit").get("sessions").asInt())
        .isEqualTo((int) outcomes.stream().filter("published"::equals).count());
  }

  /** The same attacker reads histories from sums without noise. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sessionsWithoutNoise_areRead(long seed) throws Exception {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    JsonNode report =
        reportOf(
            0,
            "--data=" + shop(Shop.SMALL.generate(seed), 0),
            "--all-interactions",
            "--participants=4",
            "--client-processes=2",
            "--sessions=2",
            "--changed=0",
            "--no-noise",
            "--k=28");

    JsonNode read = report.get("read").get(0);
    assertThat(read.get("wrong").asInt()).isZero();
    assertThat(read.get("read").asInt()).isGreaterThan(read.get("users").asInt() * 6 / 10);
  }

  /** All sessions run with raised limits, with the settings of the demo and of the product. */
  @ParameterizedTest
  @CsvSource({"run, shop", "product, shop", "run, large", "run, ml-100k", "run, gowalla"})
  void eightSessions_keepTheirClaims(String settings, String data) throws Exception {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    JsonNode report =
        reportWithOneRepeat(
            "--data=" + shop(data(data), 0),
            "--all-interactions",
            "--client-processes=2",
            "--settings=" + settings,
            "--raise-limits");

    assertThat(report.get("audit").get("sessions").asInt()).isEqualTo(8);
    assertThat(report.get("audit").get("findings")).isEmpty();
  }

  private static InteractionMatrix data(String name) throws Exception {
    return switch (name) {
      case "shop" -> Shop.MEDIUM.generate(1);
      case "large" -> Shop.LARGE.generate(1);
      case "ml-100k" -> Samples.movieLens();
      default -> Samples.gowalla(1);
    };
  }
}
