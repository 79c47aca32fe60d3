package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundRecordTest {
  /// The public keys of RFC 8032 §7.1, tests 1 to 3.
  private static final List<String> KEYS =
      List.of(
          "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
          "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
          "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");

  @Test
  void encode_smallRecord_isFrozen() throws GeneralSecurityException {
    assertThat(Hex.of(small().encode()))
        .isEqualTo(
            Hex.of(
                Hex.bytes(
                    """
                    01 22                   # version, type
                    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa # round
                    02 7331                 # session "s1"
                    00000002                # round index
                    00000001                # attempt
                    0003                    # cohort
                    01 61 d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a # a
                    01 62 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c # b
                    02 632d fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025 # c-
                    02                      # tolerant
                    02                      # semi-malicious
                    0001 0000 0002 0003 0003 # corrupt, drops, neighbours, threshold, survivors
                    01                      # X25519
                    01 76                   # vector "v"
                    0000000000000005        # length
                    00000002                # elements of a chunk
                    20 1e                   # ring bits, scale bits
                    02 3ff0000000000000     # every subset sum at most 1.0
                    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb # catalogue
                    cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc # parameters
                    dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd # broadcast
                    """)));
    assertThat(RoundRecord.decode(small().encode())).isEqualTo(small());
  }

  @Test
  void encode_closedRecord_isFrozen() throws GeneralSecurityException {
    RoundRecord closed = closed(small(), 7, List.of(2, 258));
    String tolerant = Hex.of(small().encode());
    String kind = "02" + "02" + "0001" + "0000" + "0002" + "0003" + "0003";
    assertThat(tolerant).containsOnlyOnce(kind);
    assertThat(Hex.of(closed.encode()))
        .isEqualTo(
            tolerant.replace(
                kind,
                Hex.of(
                    Hex.bytes(
                        """
                        01                      # closed
                        00000007                # version of the roster
                        eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee # its digest
                        0002 00000002 00000102  # cells
                        """))));
    assertThat(RoundRecord.decode(closed.encode())).isEqualTo(closed);
  }

  @Test
  void context_ofAnotherKindRosterOrCells_differs() throws InvalidKeyException {
    RoundRecord r = small();
    assertThat(
            List.of(
                r,
                closed(r, 7, List.of(1)),
                closed(r, 8, List.of(1)),
                closed(r, 7, List.of(2)),
                closed(r, 7, List.of(1, 2))))
        .extracting(RoundRecord::context)
        .doesNotHaveDuplicates();
  }

  @Test
  void thresholds_ofAClosedRound_areNone() throws InvalidKeyException {
    RoundRecord closed = closed(small(), 7, List.of(1));
    assertThat(closed.isClosed()).isTrue();
    assertThat(closed.threatModel()).isEqualTo(ThreatModel.SEMI_MALICIOUS);
    assertThat(closed.neighbours()).isEqualTo(2);
    assertThatThrownBy(closed::thresholds).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void context_anyFieldChanged_differs() throws InvalidKeyException {
    RoundRecord r = small();
    Digest other = Digest.of(new byte[] {9});
    VectorSpec v = r.vector();
    VectorSpec halved =
        new VectorSpec("v", 5, 2, Ring.BITS_32, 30, new Capacity.EverySubsetSum(.5));
    List<RoundRecord> changed =
        List.of(
            r,
            with(RoundId.parse("ab".repeat(32)), "s1", 2, 1, v, r.catalogue(), r.parameters()),
            with(r.id(), "s2", 2, 1, v, r.catalogue(), r.parameters()),
            with(r.id(), "s1", 3, 1, v, r.catalogue(), r.parameters()),
            with(r.id(), "s1", 2, 2, v, r.catalogue(), r.parameters()),
            with(r.id(), "s1", 2, 1, halved, r.catalogue(), r.parameters()),
            with(r.id(), "s1", 2, 1, v, other, r.parameters()),
            with(r.id(), "s1", 2, 1, v, r.catalogue(), other));
    assertThat(changed).extracting(RoundRecord::context).doesNotHaveDuplicates();
  }

  @Test
  void phases_ofEachKindOfRound_areTheOnesItNeeds() {
    TestRound small = TestRound.of(5, 1);
    assertThat(small.record().phases())
        .containsExactly(
            Phase.ADVERTISE_KEYS,
            Phase.SHARE_KEYS,
            Phase.MASKED_INPUT,
            Phase.CONSISTENCY_CHECK,
            Phase.UNMASK);
    TestRound large = TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 70), 1);
    assertThat(large.record().phases())
        .containsExactly(
            Phase.ADVERTISE_KEYS,
            Phase.REVEAL_SEED,
            Phase.SHARE_KEYS,
            Phase.MASKED_INPUT,
            Phase.UNMASK);
  }

  @Test
  void constructor_cohortUnsortedRepeatedOrOfAnotherSize_refuses() throws InvalidKeyException {
    List<CohortMember> cohort = small().cohort();
    CohortMember twin = new CohortMember(new ParticipantId("d"), cohort.get(0).identityKey());
    List<List<CohortMember>> wrong =
        List.of(
            cohort.reversed(),
            List.of(cohort.get(0), cohort.get(0), cohort.get(1)),
            List.of(cohort.get(0), cohort.get(1), twin),
            cohort.subList(0, 2));
    for (List<CohortMember> each : wrong) {
      assertThatThrownBy(() -> withCohort(each)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void constructor_sumThatMayNotFit_refuses() throws InvalidKeyException {
    VectorSpec tooLarge =
        new VectorSpec("v", 5, 2, Ring.BITS_32, 30, new Capacity.PerParticipant(1));
    RoundRecord r = small();
    assertThatThrownBy(() -> with(r.id(), "s1", 0, 1, tooLarge, r.catalogue(), r.parameters()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bits more");
  }

  @Test
  void isSignedBy_otherKeyOrTamperedRecord_isFalse() throws GeneralSecurityException {
    TestRound round = TestRound.of(3, 1);
    SignedRoundRecord signed = SignedRoundRecord.decode(round.signed().encode());
    assertThat(signed).isEqualTo(round.signed());
    assertThat(signed.isSignedBy(round.coordinator().publicKey())).isTrue();
    IdentityKeyPair stranger = IdentityKeyPair.generate(round.random());
    assertThat(signed.isSignedBy(stranger.publicKey())).isFalse();
    SignedRoundRecord tampered = new SignedRoundRecord(small(), signed.signature());
    assertThat(tampered.isSignedBy(round.coordinator().publicKey())).isFalse();
  }

  @Test
  void vector_chunks_coverItExactly() {
    VectorSpec vector = new VectorSpec("v", 10, 4, Ring.BITS_24, 0, new Capacity.PerParticipant(1));
    assertThat(vector.chunks()).isEqualTo(3);
    assertThat(vector.elementsInChunk(0)).isEqualTo(4);
    assertThat(vector.elementsInChunk(2)).isEqualTo(2);
    assertThat(vector.bytesInChunk(2)).isEqualTo(6);
    assertThat(vector.firstElementOf(2)).isEqualTo(8);
    assertThat(vector.totalBytes()).isEqualTo(30);
    assertThatThrownBy(() -> vector.elementsInChunk(3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void vector_ofCiphertexts_hasWholeOnesInItsChunks_alsoInARecord() throws Exception {
    VectorSpec vector = VectorSpec.ofCiphertexts("c", 5, 2);
    assertThat(vector.length()).isEqualTo(5 * 96);
    assertThat(vector.elementsInChunk(2)).isEqualTo(96);
    assertThat(vector.totalBytes()).isEqualTo(5 * 768);
    assertThat(vector.isOfCiphertexts()).isTrue();
    RoundRecord r = small();
    RoundRecord record = TestRound.changed(r, r.attempt(), r.cohort(), r.kind(), vector);
    assertThat(RoundRecord.decode(record.encode())).isEqualTo(record);
    assertThatThrownBy(
            () -> new VectorSpec("c", 96, 95, CipherWords.RING, 0, new Capacity.Ciphertexts()))
        .hasMessage("chunks of ciphertexts must be whole ciphertexts");
    assertThatThrownBy(
            () -> new VectorSpec("c", 96, 96, Ring.BITS_32, 0, new Capacity.Ciphertexts()))
        .hasMessage("chunks of ciphertexts must be whole ciphertexts");
  }

  @Test
  void participantId_outsideItsForm_isRefused() {
    for (String bad : new String[] {"", "-a", "A", "a_b", "a b", "é", "a".repeat(65), "a\n"}) {
      assertThatThrownBy(() -> new ParticipantId(bad)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new ParticipantId("0" + "-".repeat(63)).value()).hasSize(64);
  }

  private static RoundRecord small() throws InvalidKeyException {
    VectorSpec vector = new VectorSpec("v", 5, 2, Ring.BITS_32, 30, new Capacity.EverySubsetSum(1));
    return with(
        RoundId.parse("aa".repeat(32)),
        "s1",
        2,
        1,
        vector,
        Digest.parse("bb".repeat(32)),
        Digest.parse("cc".repeat(32)));
  }

  private static RoundRecord with(
      RoundId id,
      String session,
      int index,
      int attempt,
      VectorSpec vector,
      Digest catalogue,
      Digest parameters)
      throws InvalidKeyException {
    return new RoundRecord(
        id,
        session,
        index,
        attempt,
        List.of(member("a", 0), member("b", 1), member("c-", 2)),
        new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 3)),
        KeyAgreement.X25519,
        vector,
        catalogue,
        parameters,
        Digest.parse("dd".repeat(32)));
  }

  private static RoundRecord withCohort(List<CohortMember> cohort) throws InvalidKeyException {
    RoundRecord r = small();
    return TestRound.changed(r, r.attempt(), cohort, r.kind(), r.vector());
  }

  private static RoundRecord closed(RoundRecord r, int rosterVersion, List<Integer> cells) {
    RosterReference roster = new RosterReference(rosterVersion, Digest.parse("ee".repeat(32)));
    RoundKind kind = new RoundKind.Closed(roster, cells);
    return TestRound.changed(r, r.attempt(), r.cohort(), kind, r.vector());
  }

  private static CohortMember member(String id, int key) throws InvalidKeyException {
    return new CohortMember(
        new ParticipantId(id), PublicIdentityKey.fromBytes(Hex.bytes(KEYS.get(key))));
  }
}
