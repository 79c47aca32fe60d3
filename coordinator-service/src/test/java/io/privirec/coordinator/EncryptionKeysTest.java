package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.sealing.Resealing;
import io.privirec.secagg.message.ParticipantMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events of rounds lie sealed in the database, and the keys can be exchanged while rounds run.
class EncryptionKeysTest {
  private static final String A = key('a');
  private static final String B = key('b');
  private static final String C = key('c');

  @TempDir Path data;
  private final String schema = RunningCoordinator.newSchema();

  @Test
  void keys_exchangedTwiceDuringARound_loseNothingAndCanBeTakenOffTheList() throws Exception {
    RunningCoordinator first = start(A);
    List<TestParticipant> all = TestParticipant.enrolAll(first.api(), "rotate", 3);
    BareRound round = BareRound.open(first, all);
    round.serve();
    assertThat(keysInUse(first)).containsExactly("a");
    assertThat(sealed(first))
        .hasSize(3)
        .allSatisfy(row -> assertThat(text(row)).doesNotContain("rotate-"));
    first.close();

    RunningCoordinator second = start(B + "," + A);
    round.goOnAt(second);
    round.serve();
    second.bean(Resealing.class).pass();
    assertThat(keysInUse(second)).containsExactly("b");
    assertThat(metrics(second))
        .contains("privirec_sealed_rows{key=\"a\",table=\"round_event\"} 0.0")
        .contains("privirec_sealed_rows{key=\"b\",table=\"round_event\"} 6.0");
    second.close();

    RunningCoordinator third = start(C + "," + B);
    third.bean(Resealing.class).pass();
    assertThat(keysInUse(third)).containsExactly("c");
    third.close();

    assertThatThrownBy(() -> start(A))
        .rootCause()
        .hasMessageContaining("encryption-key-missing: 6 rows of round_event")
        .hasMessageContaining("key c");

    try (RunningCoordinator last = start(C)) {
      round.goOnAt(last);
      round.finish();
    }
  }

  @Test
  void replica_withoutTheKeyOfAnother_refusesByName() {
    try (RunningCoordinator behind = start(A)) {
      RunningCoordinator ahead = start(B + "," + A);
      List<TestParticipant> all = TestParticipant.enrolAll(ahead.api(), "behind", 3);
      BareRound round = BareRound.open(ahead, all);
      TestParticipant one = all.getFirst();
      ParticipantMessage advertisement = one.join(round.hex());
      assertThat(one.post(round.hex(), advertisement).status()).isEqualTo(204);

      one.reconnect(behind.api());
      Api.Answer refused = one.post(round.hex(), advertisement);

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.problem()).isEqualTo("encryption-key-missing");
      assertThat(refused.text()).contains("key b");
      ahead.close();
    }
  }

  @Test
  void keys_notConfigured_areMadeOnceForAllReplicas() throws Exception {
    try (RunningCoordinator one = RunningCoordinator.startIn(schema, data)) {
      String made = Files.readString(data.resolve("encryption-keys"));
      RunningCoordinator two = RunningCoordinator.startIn(schema, data);
      assertThat(Files.readString(data.resolve("encryption-keys"))).isEqualTo(made);
      two.close();
      assertThat(made).startsWith("generated-");
      assertThat(one.api().get("/livez").status()).isEqualTo(200);
    }
  }

  private RunningCoordinator start(String keys) {
    return RunningCoordinator.startIn(schema, data, "--privirec.encryption-keys=" + keys);
  }

  private static SortedSet<String> keysInUse(RunningCoordinator coordinator) {
    SortedSet<String> keys = new TreeSet<>();
    for (byte[] row : sealed(coordinator)) {
      keys.add(new String(row, 2, row[1], StandardCharsets.US_ASCII));
    }
    return keys;
  }

  private static List<byte[]> sealed(RunningCoordinator coordinator) {
    return coordinator
        .jdbc()
        .sql("select sealed from round_event")
        .query((row, _) -> row.getBytes(1))
        .list();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String metrics(RunningCoordinator coordinator) {
    return coordinator.api().get("/actuator/prometheus").text();
  }

  private static String key(char id) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) id);
    return id + ":" + Base64.getEncoder().encodeToString(bytes);
  }
}
