package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TextMutator;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.SessionView;
import io.privirec.wire.StagingView;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Answers in JSON, changed at random: a value comes out, or the one exception that a call may be
/// repeated after.
///
/// `-Dprivirec.fuzz.seed=…` draws other inputs, `-Dprivirec.fuzz.inputs=…` more of them.
class AnswerFuzzTest {
  private static final long SEED = Long.getLong("privirec.fuzz.seed", 1);
  private static final int INPUTS = Integer.getInteger("privirec.fuzz.inputs", 5_000);

  static Stream<List<Record>> answers() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    SessionView.RoundView round =
        new SessionView.RoundView(
            "00ff",
            0,
            1,
            "item-degrees",
            "semi-honest",
            "MASKED_INPUT",
            1,
            3,
            2,
            6,
            new StagingView("windowed", 7, 1L << 40),
            List.of("p1", "p2"),
            List.of(new SessionView.Fault("p3", "wrong-share")),
            new SessionView.Failure("too-few", "two are left"),
            now);
    SessionView session =
        new SessionView(
            "s-1",
            PriviRecKParameters.ALGORITHM,
            PriviRecKParameters.gfCf(4, 2, 0.3, 7L, 4, 1000),
            SessionView.Status.RUNNING,
            null,
            "semi-honest",
            "x25519",
            "closed",
            "leave-out-cells",
            3,
            7,
            List.of(1),
            List.of(2),
            3,
            now,
            List.of("p1", "p2", "p3"),
            List.of("p1", "p2"),
            List.of(new SessionView.Missing("p3", 0, 1, "UNMASK")),
            List.of(round),
            null,
            now,
            now,
            1.5,
            Map.of("fold", 0.5),
            List.of(new SessionView.CellProbe(1, "s-3", SessionView.Status.COMPLETED, true)));
    SessionView rehearsal =
        new SessionView(
            "s-2",
            RehearsalParameters.ALGORITHM,
            new RehearsalParameters(1000L, 1, 3L, 16, "tolerant"),
            SessionView.Status.COMPLETED,
            new SessionView.Failure("none", ""),
            "semi-malicious",
            "x25519-mlkem768",
            "tolerant",
            null,
            null,
            null,
            List.of(),
            List.of(),
            0,
            now,
            List.of("p1", "p2", "p3"),
            List.of(),
            List.of(),
            List.of(),
            "release-1",
            now,
            null,
            null,
            Map.of(),
            List.of());
    WorkList.WorkItem item = new WorkList.WorkItem("s-1", "00ff", 0, 1, "UNMASK", now);
    String sha256 = "ab".repeat(32);
    return Stream.of(
        List.of(session, rehearsal),
        List.of(new WorkList(List.of(item, item)), new WorkList(List.of())),
        List.of(new ChunkStatus(9, Map.of(0, sha256, 7, sha256), new UploadWindow(0, 9))),
        List.of(new UploadWindow(2, 9)),
        List.of(new CatalogueVersion(3, 30, sha256, now)));
  }

  @ParameterizedTest
  @MethodSource("answers")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void read_mutatedAnswers_isAValueOrNone(List<Record> valid) throws IOException {
    Class<? extends Record> type = valid.getFirst().getClass();
    List<String> texts = valid.stream().map(JsonMapper.shared()::writeValueAsString).toList();
    for (int i = 0; i < valid.size(); i++) {
      byte[] text = texts.get(i).getBytes(StandardCharsets.UTF_8);
      assertThat((Record) Exchange.read(new ByteArrayInputStream(text), type))
          .isEqualTo(valid.get(i));
    }
    TextMutator mutator = new TextMutator(SEED ^ type.getSimpleName().hashCode(), texts);
    int values = 0;
    for (int i = 0; i < INPUTS; i++) {
      values += isValue(mutator.next(), type) ? 1 : 0;
    }
    assertThat(values).as("answers that are read").isPositive().isLessThan(INPUTS);
    System.out.printf(
        "answer fuzz: %s, %d inputs, %d read, seed %d%n",
        type.getSimpleName(), INPUTS, values, SEED);
  }

  private static boolean isValue(byte[] input, Class<? extends Record> type) {
    try {
      Record value = Exchange.read(new ByteArrayInputStream(input), type);
      assertThat(value).isNotNull();
      return true;
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("answer is n");
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "seed " + SEED + ": " + new String(input, StandardCharsets.ISO_8859_1), e);
    }
  }
}
