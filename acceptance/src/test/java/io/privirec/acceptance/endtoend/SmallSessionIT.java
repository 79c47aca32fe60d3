package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.RatedData;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.privacy.PrivacyCommand;
import io.privirec.lab.run.Summary;
import io.privirec.lab.study.Metric;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole way on a small file: data in, session, recommendations, summary, nothing left. */
class SmallSessionIT {
  @TempDir private Path home;

  private Summary summaryOf(Path data, ThrowingConsumer<LabRun> ended, String... options)
      throws Exception {
    Path json = home.resolve("summary.json");
    List<String> all = new ArrayList<>(List.of("--once", "--data=" + data, "--json=" + json));
    all.addAll(List.of(options));
    try (LabRun run = LabRun.start(home, all)) {
      assertThat(run.awaitExit()).as(run.output()).isZero();
      run.assertNothingIsLeft();
      ended.accept(run);
    }
    return JsonOption.read(json, Summary.class);
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void run_once_computesTheSummaryAndLeavesNothing() throws Exception {
    Path data = GroupedData.write(home.resolve("shop.csv"), 120, 240);
    Summary summary =
        summaryOf(
            data,
            run -> assertThat(run.runDirectory()).doesNotExist(),
            "--participants=4",
            "--client-processes=2",
            "--no-noise",
            "--k=12");
    assertThat(summary.dataset().name()).isEqualTo("shop");
    assertThat(summary.dataset().users()).isEqualTo(120);
    assertThat(summary.dataset().interactions()).isEqualTo(2400);
    assertThat(summary.session().participants()).isEqualTo(4);
    assertThat(summary.session().cells()).containsExactly(1);
    assertThat(summary.session().cellsLeftOut()).isEmpty();
    assertThat(summary.session().missing()).isEmpty();
    assertThat(summary.session().rounds()).isEqualTo(3);
    assertThat(summary.session().seconds()).isPositive();
    assertThat(summary.session().threatModel()).isEqualTo("semi-malicious");
    // Two products of 240 × 12, 4 bytes each, the degrees, and more for the protocol.
    assertThat(summary.bytes().upPerParticipant()).isBetween(2 * 240 * 12 * 4L, 200_000L);
    // Two participants of a process share the download of a broadcast.
    assertThat(summary.bytes().downPerParticipant()).isBetween(240 * 12 * 4L / 2, 400_000L);
    assertThat(summary.processes().coordinator().maxHeapBytes()).isEqualTo(1500L << 20);
    Summary.ListQuality quality = (Summary.ListQuality) summary.quality();
    assertThat(quality.service().users()).isEqualTo(120);
    assertThat(quality.service().ndcg())
        .isEqualTo(quality.central().ndcg(), within(.002))
        .isGreaterThan(quality.popularity().ndcg());
    assertThat(summary.stages()).containsKeys("start services", "import", "session", "load");
  }

  /** Returns a file like {@code csv} that is read only with options. */
  private Path exported(Path csv) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(csv)) {
      String[] pair = line.split(",", 2);
      lines.add("%s|café|%s".formatted(pair[1], pair[0].replace("user-", "usér-")));
    }
    lines.set(0, "no line");
    return Files.write(home.resolve("export.txt"), lines, Charset.forName("windows-1252"));
  }

  @Test
  void run_itemGram_asksEveryParticipantAndPublishesTheCentralMatrix() throws Exception {
    Summary summary =
        summaryOf(
            exported(GroupedData.write(home.resolve("shop.csv"), 120, 240)),
            run ->
                assertThat(run.output())
                    .contains("--data: skipped bad lines: 1")
                    .contains(
                        "distinct pairs of items of this participant's users would enter the sum")
                    .contains("participant-01 consents: ", "participant-04 consents: "),
            "--participants=4",
            "--client-processes=2",
            "--no-noise",
            "--columns=user=3,item=1",
            "--separator=pipe",
            "--header=no",
            "--charset=windows-1252",
            "--bad-lines=skip",
            "--algorithm=privirec",
            "--model=turbo-cf",
            "--parameter=model.alpha=0.6",
            "--parameter=model.exponent=0.7");
    assertThat(summary.dataset().users()).isEqualTo(120);
    assertThat(summary.dataset().interactions()).isEqualTo(2400);
    assertThat(summary.session().algorithm()).isEqualTo("privirec");
    assertThat(summary.session().rounds()).isEqualTo(2);
    assertThat(summary.gram().explained()).isTrue();
    assertThat(summary.gram().entries()).isGreaterThan(5000);
    assertThat(summary.gram().largestDifference()).isBetween(0.0, 1e-7);
    assertThat(summary.disk().peakBytes()).isPositive();
    assertThat(summary.used().removed())
        .singleElement()
        .satisfies(rare -> {
          assertThat(rare.setting()).isEqualTo("minSupport");
          assertThat(rare.items() + summary.used().items()).isEqualTo(240);
          assertThat(rare.interactions() + summary.used().interactions())
              .isEqualTo(summary.used().trainInteractions());
        });
    Summary.ListQuality quality = (Summary.ListQuality) summary.quality();
    assertThat(quality.exactGfCf().ndcg()).isGreaterThan(quality.popularity().ndcg());
    assertThat(quality.service().ndcg())
        .isEqualTo(quality.centralFolded().ndcg(), within(.002))
        .isGreaterThan(quality.popularity().ndcg());
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void run_withOneParticipantsNoise_leavesExactlyThat() throws Exception {
    summaryOf(
        GroupedData.write(home.resolve("shop.csv"), 120, 60),
        run ->
            assertThat(run.output())
                .containsPattern(
                    "noise     left of the synchronisations: participant-0[134], participant-0[134]\\R"),
        "--participants=4",
        "--client-processes=2",
        "--no-noise",
        "--algorithm=fedpower-utility",
        "--reveal-noise",
        "--k=2",
        "--parameter=factors.oversampling=0",
        "--parameter=factors.rounds=2",
        "--parameter=keyHolder=participant-02",
        "--parameter=exponentBits=256");
  }

  @Test
  void run_withNoise_planReleaseLedgersAndCommandTellTheSameEpsilon() throws Exception {
    Summary summary =
        summaryOf(
            GroupedData.write(home.resolve("shop.csv"), 120, 240),
            run -> assertThat(run.output()).contains("coordinator's ledger"),
            "--participants=4",
            "--algorithm=item-degrees",
            "--epsilon=1",
            "--delta=1e-5",
            "--seeds=2");
    Metric ndcg = summary.spread().metrics().get("ndcg@20");
    assertThat(summary.spread().seeds()).containsExactly(1L, 2L);
    assertThat(ndcg.values())
        .hasSize(2)
        .startsWith(((Summary.ListQuality) summary.quality()).service().ndcg());
    assertThat(ndcg.standardDeviation()).isNotNegative();
    Summary.PrivacySummary privacy = summary.privacy();
    assertThat(privacy.plan()).isBetween(.9, 1.0);
    assertThat(List.of(privacy.release(), privacy.coordinatorLedger(), privacy.account()))
        .containsOnly(privacy.plan());
    assertThat(privacy.holderLedgers()).hasSize(4);
    assertThat(privacy.holderLedgers().values()).containsOnly(privacy.plan());
    assertThat(account(privacy)).contains(" " + privacy.plan() + System.lineSeparator());
  }

  private static String account(Summary.PrivacySummary privacy) {
    List<String> arguments = new ArrayList<>(List.of("account", "--delta"));
    arguments.add(String.valueOf(privacy.delta()));
    arguments.addAll(privacy.mechanisms());
    StringWriter printed = new StringWriter();
    assertThat(
            new CommandLine(new PrivacyCommand())
                .setOut(new PrintWriter(printed, true))
                .execute(arguments.toArray(String[]::new)))
        .isZero();
    return printed.toString();
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void run_ofRatings_predictsHeldOutOnesAsAllDataInOnePlaceDoes() throws Exception {
    Path data = home.resolve("rated.csv");
    Files.writeString(data, RatedData.csv(120, 60));
    Summary summary =
        summaryOf(
            data,
            run -> assertThat(run.output()).contains("participant-03 consents: ", "rmse"),
            "--participants=3",
            "--no-noise",
            "--algorithm=als",
            "--k=4",
            "--iterations=4");
    assertThat(summary.session().algorithm()).isEqualTo("als");
    assertThat(summary.session().rounds()).isEqualTo(5);
    Summary.RatingQuality quality = (Summary.RatingQuality) summary.quality();
    assertThat(quality.service().ratings()).isGreaterThan(200);
    assertThat(quality.service().rmse())
        .isEqualTo(quality.central().rmse(), within(.001))
        .isLessThan(quality.userMeans().rmse());
  }
}
