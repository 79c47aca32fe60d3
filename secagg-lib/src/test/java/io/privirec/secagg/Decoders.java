package io.privirec.secagg;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantStateCodec;
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
  ROUND_RECORD {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return RoundRecord.decode(bytes).encode();
    }
  },
  SIGNED_ROUND_RECORD {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return SignedRoundRecord.decode(bytes).encode();
    }
  },
  PARTICIPANT_MESSAGE {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return ParticipantMessage.decode(bytes).encode();
    }
  },
  COORDINATOR_MESSAGE {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return CoordinatorMessage.decode(bytes).encode();
    }
  },
  COORDINATOR_EVENT {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return CoordinatorEvent.decode(bytes).encode();
    }
  },
  PARTICIPANT_STATE {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      return ParticipantStateCodec.encode(ParticipantStateCodec.decode(SecretBytes.copyOf(bytes)))
          .expose();
    }
  },
  SIGNED_ROSTER {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      // One char per byte: every input is a text, and only ASCII can be canonical.
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return SignedRoster.parse(text).text().getBytes(StandardCharsets.ISO_8859_1);
    }
  },
  PUBLIC_IDENTITY_KEY {
    @Override
    public byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException {
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return PublicIdentityKey.parse(text).base64Url().getBytes(StandardCharsets.ISO_8859_1);
    }
  };

  /// Encodes what was decoded.
  ///
  /// @throws GeneralSecurityException if the bytes are refused: the one exception there may be
  public abstract byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException;

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
