package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoiseSeedTest {
  private static final String KERNEL = "1.2.3";
  private static final Digest SNAPSHOT = Digest.parse("ee".repeat(32));
  private static final VectorSpec VECTOR =
      new VectorSpec("item-degrees", 5, 2, Ring.BITS_32, 0, new Capacity.PerParticipant(100));
  private static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(7, digest("ff")), List.of(1));

  private static Digest digest(String each) {
    return Digest.parse(each.repeat(32));
  }

  private static SecretBytes bytes(int value) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) value);
    return SecretBytes.copyOf(bytes);
  }

  private static List<CohortMember> cohort(String... names) {
    List<CohortMember> cohort = new ArrayList<>();
    for (String name : names) {
      cohort.add(
          new CohortMember(
              new ParticipantId(name),
              IdentityKeyPair.fromSeed(bytes(name.charAt(0))).publicKey()));
    }
    return cohort;
  }

  private static RoundRecord record() {
    return new RoundRecord(
        RoundId.parse("aa".repeat(32)),
        "s1",
        2,
        1,
        cohort("a", "b", "c"),
        CLOSED,
        KeyAgreement.X25519_MLKEM768,
        VECTOR,
        digest("bb"),
        digest("cc"),
        digest("dd"));
  }

  private static String seed(RoundRecord record) {
    return seed(record, 1, SNAPSHOT, KERNEL);
  }

  private static String seed(RoundRecord record, int secret, Digest snapshot, String kernel) {
    return HexFormat.of()
        .formatHex(
            NoiseSeed.ofClosedRound(bytes(secret), record, snapshot, kernel).secret().expose());
  }

  /// HKDF-SHA256 of 32 bytes `01`, with a salt of 32 zero bytes and `info`:
  ///
  /// ```text
  /// 70726976697265632f76312f6e6f6973652d6f662d636c6f7365642d726f756e64 00   # tag
  /// f5ffd7bc4044c528bbeeea1a6cdcd5c219e4130e219d72257637e9b3da8d3369         # SHA-256 of the record
  /// ee × 32                                                                  # snapshot
  /// 05 312e322e33                                                            # kernel 1.2.3
  /// ```
  @Test
  void seed_ofAClosedRound_isFrozen() {
    assertThat(seed(record()))
        .isEqualTo("6c7f124e52664063fa7deab61758a3113bc02505d47116d9e108bc1e96f4d923");
  }

  @Test
  void seed_ofAnotherAttempt_isTheSame() {
    RoundRecord r = record();
    RoundRecord again =
        new RoundRecord(
            RoundId.parse("ab".repeat(32)),
            r.sessionId(),
            r.roundIndex(),
            2,
            r.cohort(),
            r.kind(),
            r.keyAgreement(),
            r.vector(),
            r.catalogue(),
            r.parameters(),
            r.broadcast());
    assertThat(seed(again)).isEqualTo(seed(r));
  }

  @Test
  void seed_ofAnyOtherSum_isAnother() {
    RoundRecord r = record();
    RoundKind otherRoster = new RoundKind.Closed(new RosterReference(8, digest("ff")), List.of(1));
    RoundKind otherCells = new RoundKind.Closed(new RosterReference(7, digest("ff")), List.of(2));
    List<CohortMember> otherKey = new ArrayList<>(r.cohort());
    otherKey.set(2, new CohortMember(new ParticipantId("c"), cohort("d").getFirst().identityKey()));
    List<String> seeds =
        List.of(
            seed(r),
            seed(with(r, "s2", 2, r.cohort(), r.kind(), r.vector(), r.parameters(), r.broadcast())),
            seed(with(r, "s1", 3, r.cohort(), r.kind(), r.vector(), r.parameters(), r.broadcast())),
            seed(
                with(
                    r,
                    "s1",
                    2,
                    cohort("a", "b", "c", "d"),
                    r.kind(),
                    r.vector(),
                    r.parameters(),
                    r.broadcast())),
            seed(with(r, "s1", 2, otherKey, r.kind(), r.vector(), r.parameters(), r.broadcast())),
            seed(
                with(
                    r,
                    "s1",
                    2,
                    r.cohort(),
                    otherRoster,
                    r.vector(),
                    r.parameters(),
                    r.broadcast())),
            seed(
                with(
                    r, "s1", 2, r.cohort(), otherCells, r.vector(), r.parameters(), r.broadcast())),
            seed(
                with(
                    r,
                    "s1",
                    2,
                    r.cohort(),
                    r.kind(),
                    new VectorSpec(
                        "other", 5, 2, Ring.BITS_32, 0, new Capacity.PerParticipant(100)),
                    r.parameters(),
                    r.broadcast())),
            seed(with(r, "s1", 2, r.cohort(), r.kind(), r.vector(), digest("c0"), r.broadcast())),
            seed(with(r, "s1", 2, r.cohort(), r.kind(), r.vector(), r.parameters(), digest("d0"))),
            seed(r, 2, SNAPSHOT, KERNEL),
            seed(r, 1, digest("e0"), KERNEL),
            seed(r, 1, SNAPSHOT, "1.2.4"));
    assertThat(seeds).doesNotHaveDuplicates();
  }

  private static RoundRecord with(
      RoundRecord r,
      String session,
      int index,
      List<CohortMember> cohort,
      RoundKind kind,
      VectorSpec vector,
      Digest parameters,
      Digest broadcast) {
    return new RoundRecord(
        r.id(),
        session,
        index,
        r.attempt(),
        cohort,
        kind,
        r.keyAgreement(),
        vector,
        r.catalogue(),
        parameters,
        broadcast);
  }

  /// Who survives is decided after masking: the same noise over two sets of survivors would be
  /// removed by subtraction.
  @Test
  void seed_ofATolerantRound_isNoFunction() {
    RoundRecord r = record();
    RoundKind tolerant = new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 3));
    RoundRecord record =
        with(r, "s1", 2, r.cohort(), tolerant, r.vector(), r.parameters(), r.broadcast());
    assertThatThrownBy(() -> NoiseSeed.ofClosedRound(bytes(1), record, SNAPSHOT, KERNEL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tolerant");
  }

  @Test
  void secret_ofAnotherSize_isRejected() {
    assertThatThrownBy(() ->
            NoiseSeed.ofClosedRound(SecretBytes.copyOf(new byte[16]), record(), SNAPSHOT, KERNEL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32 bytes");
  }
}
