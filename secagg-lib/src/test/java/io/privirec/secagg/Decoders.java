package io.privirec.secagg;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Everything of this library that reads bytes of others.
public enum Decoders {
  ROUND_RECORD,
  SIGNED_ROUND_RECORD,
  PARTICIPANT_MESSAGE,
  COORDINATOR_MESSAGE,
  COORDINATOR_EVENT,
  PARTICIPANT_STATE,
  SIGNED_ROSTER,
  PUBLIC_IDENTITY_KEY,
  PEER_ENVELOPE;

  /// Encodes what was decoded.
  ///
  /// @throws GeneralSecurityException if the bytes are refused: the one exception there may be
  public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
    return switch (this) {
      case ROUND_RECORD -> RoundRecord.decode(bytes).encode();
      case SIGNED_ROUND_RECORD -> SignedRoundRecord.decode(bytes).encode();
      case PARTICIPANT_MESSAGE -> ParticipantMessage.decode(bytes).encode();
      case COORDINATOR_MESSAGE -> CoordinatorMessage.decode(bytes).encode();
      case COORDINATOR_EVENT -> CoordinatorEvent.decode(bytes).encode();
      case PARTICIPANT_STATE ->
          ParticipantStateCodec.encode(ParticipantStateCodec.decode(SecretBytes.copyOf(bytes)))
              .expose();
      case SIGNED_ROSTER -> latin1(SignedRoster.parse(latin1(bytes)).text());
      case PEER_ENVELOPE -> PeerEnvelope.decode(bytes).encode();
      case PUBLIC_IDENTITY_KEY -> latin1(PublicIdentityKey.parse(latin1(bytes)).base64Url());
    };
  }

  /// One char per byte: every input is a text, and only ASCII can be canonical.
  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Valid encodings for each decoder: of tolerant and closed rounds, of complete and random
  /// graphs, with both key agreements, of every message and every state.
  public static Map<Decoders, List<byte[]>> corpus() {
    Map<Decoders, List<byte[]>> corpus = new EnumMap<>(Decoders.class);
    for (Decoders decoder : values()) {
      corpus.put(decoder, new ArrayList<>());
    }
    add(corpus, RecordedRound.ofFive(5));
    add(corpus, RecordedRound.of(hybrid()));
    add(corpus, RecordedRound.of(65, 7));
    add(corpus, RecordedRound.of(TestRound.closed(8, 3, 3)));
    add(corpus, RecordedRound.of(closedHybrid()));
    add(corpus, RecordedRound.of(TestRound.closed(10, 65)));
    corpus.get(ROUND_RECORD).add(ofCiphertexts().record().encode());
    return corpus;
  }

  private static TestRound hybrid() {
    return TestRound.of(
        Thresholds.of(ThreatModel.SEMI_HONEST, 4),
        KeyAgreement.X25519_MLKEM768,
        new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.EverySubsetSum(9.5)),
        6);
  }

  private static TestRound closedHybrid() {
    return TestRound.closed(
        KeyAgreement.X25519_MLKEM768,
        new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.EverySubsetSum(9.5)),
        9,
        4);
  }

  private static TestRound ofCiphertexts() {
    return TestRound.closed(KeyAgreement.X25519, VectorSpec.ofCiphertexts("test", 5, 2), 11, 3);
  }

  private static void add(Map<Decoders, List<byte[]>> corpus, RecordedRound run) {
    RoundRecord record = run.round.record();
    ParticipantId id = run.round.id(0);
    corpus.get(ROUND_RECORD).add(record.encode());
    corpus.get(SIGNED_ROUND_RECORD).add(run.round.signed().encode());
    for (Phase phase : run.messages.keySet()) {
      ParticipantMessage message = run.messages.get(phase).get(id);
      corpus.get(PARTICIPANT_MESSAGE).add(message.encode());
      corpus.get(COORDINATOR_EVENT).add(new CoordinatorEvent.Received(id, message).encode());
      corpus.get(COORDINATOR_EVENT).add(new CoordinatorEvent.DeadlinePassed(phase).encode());
      run.opening
          .get(phase)
          .messageFor(id)
          .ifPresent(told -> corpus.get(COORDINATOR_MESSAGE).add(told.encode()));
    }
    run.states.get(id).stream()
        .map(state -> ParticipantStateCodec.encode(state).expose())
        .forEach(corpus.get(PARTICIPANT_STATE)::add);
    for (boolean sealed : new boolean[] {true, false}) {
      corpus
          .get(PEER_ENVELOPE)
          .add(
              new PeerEnvelope(
                      record.context(),
                      id,
                      run.round.id(1),
                      sealed,
                      ByteString.copyOf(record.encode()))
                  .encode());
    }
    Roster roster = Roster.ofOneCell(3, record.cohort());
    corpus.get(SIGNED_ROSTER).add(signed(roster, run));
    Roster later =
        new Roster(
            4,
            List.of(roster.cells().getFirst().retired()),
            roster.members(),
            List.of(Waiver.sign(keeper(run), List.of(id), id, run.round.identity(id))),
            List.of(DepartureClause.sign(keeper(run), id, run.round.identity(id))));
    corpus.get(SIGNED_ROSTER).add(signed(later, run));
    record.cohort().stream()
        .map(member -> member.identityKey().base64Url().getBytes(StandardCharsets.US_ASCII))
        .forEach(corpus.get(PUBLIC_IDENTITY_KEY)::add);
  }

  private static PublicIdentityKey keeper(RecordedRound run) {
    return run.round.coordinator().publicKey();
  }

  private static byte[] signed(Roster roster, RecordedRound run) {
    return SignedRoster.sign(roster, run.round.coordinator())
        .text()
        .getBytes(StandardCharsets.US_ASCII);
  }
}
