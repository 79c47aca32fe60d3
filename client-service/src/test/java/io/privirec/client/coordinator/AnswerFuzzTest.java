package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.privirec.client.TextMutator;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.SessionView;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Answers in JSON, changed at random: a value comes out, or the one exception that a call may be
/// repeated after.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class AnswerFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS = Integer.getInteger("tests.fuzz.inputs", 5_000);

  private static final String SESSION =
      """
      {"id":"s-1","algorithm":"privirec-k","parameters":{"factors":{"k":4,"iterations":2,"seed":7},\
      "model":{"type":"gf-cf","gamma":0.3,"idealRank":4},"topN":1000},"status":"RUNNING",\
      "threatModel":"semi-honest","keyAgreement":"x25519","roundKind":"closed",\
      "onMissing":"leave-out-cells","minParticipants":3,"rosterVersion":7,"cells":[1],\
      "cellsLeftOut":[2],"catalogueVersion":3,"dataAsOf":"2026-01-01T00:00:00Z",\
      "cohort":["p1","p2","p3"],"survivors":["p1","p2"],"missing":[{"participant":"p3",\
      "roundIndex":0,"attempt":1,"phase":"UNMASK"}],"rounds":[{"id":"00ff","index":0,"attempt":1,\
      "name":"item-degrees","threatModel":"semi-honest","phase":"MASKED_INPUT","arrived":1,\
      "expected":3,"chunksReceived":2,"chunksExpected":6,"staging":{"mode":"windowed",\
      "windowChunks":7,"diskBytes":1099511627776},"survivors":["p1","p2"],"faults":[\
      {"participant":"p3","reason":"wrong-share"}],"failure":{"code":"too-few",\
      "detail":"two are left"},"deadline":"2026-01-01T00:00:00Z"}],\
      "createdAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:00Z","seconds":1.5,\
      "stages":{"fold":0.5},"bisection":[{"cell":1,"session":"s-3","status":"COMPLETED",\
      "outOfRange":true}]}\
      """;
  private static final String REHEARSAL =
      """
      {"id":"s-2","algorithm":"rehearsal","parameters":{"elements":1000,"rounds":1,"seed":3,\
      "ringBits":16,"roundKind":"tolerant"},"status":"COMPLETED","failure":{"code":"none",\
      "detail":""},"threatModel":"semi-malicious","keyAgreement":"x25519-mlkem768",\
      "roundKind":"tolerant","cells":[],"cellsLeftOut":[],"catalogueVersion":0,\
      "dataAsOf":"2026-01-01T00:00:00Z","cohort":["p1","p2","p3"],"survivors":[],"missing":[],\
      "rounds":[],"releaseId":"release-1","createdAt":"2026-01-01T00:00:00Z","stages":{},\
      "bisection":[]}\
      """;

  static Stream<Arguments> answers() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    WorkList.WorkItem item = new WorkList.WorkItem("s-1", "00ff", 0, 1, "UNMASK", now);
    String sha256 = "ab".repeat(32);
    return Stream.of(
        arguments(SessionView.class, List.of(SESSION, REHEARSAL)),
        answers(new WorkList(List.of(item, item)), new WorkList(List.of())),
        answers(new ChunkStatus(9, Map.of(0, sha256, 7, sha256), new UploadWindow(0, 9))),
        answers(new UploadWindow(2, 9)),
        answers(new CatalogueVersion(3, 30, sha256, now)));
  }

  private static Arguments answers(Record... valid) {
    return arguments(
        valid[0].getClass(),
        Stream.of(valid).map(JsonMapper.shared()::writeValueAsString).toList());
  }

  @ParameterizedTest
  @MethodSource("answers")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void read_mutatedAnswers_isAValueOrNone(Class<? extends Record> type, List<String> texts)
      throws IOException {
    for (String text : texts) {
      Record value = read(text.getBytes(StandardCharsets.UTF_8), type);
      assertThat(read(JsonMapper.shared().writeValueAsBytes(value), type)).isEqualTo(value);
    }

    TextMutator mutator = new TextMutator(SEED ^ type.getSimpleName().hashCode(), texts);
    int values = 0;
    for (int i = 0; i < INPUTS; i++) {
      values += isValue(mutator.next(), type) ? 1 : 0;
    }
    assertThat(values).as("answers that are read").isPositive().isLessThan(INPUTS);
    System.out.printf(
        "answer fuzz: %s, %s inputs, %s read, seed %s%n",
        type.getSimpleName(), INPUTS, values, SEED);
  }

  private static Record read(byte[] input, Class<? extends Record> type) throws IOException {
    return Exchange.read(new ByteArrayInputStream(input), type);
  }

  private static boolean isValue(byte[] input, Class<? extends Record> type) {
    try {
      assertThat(read(input, type)).isNotNull();
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
