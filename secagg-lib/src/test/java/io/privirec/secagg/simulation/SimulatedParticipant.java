package io.privirec.secagg.simulation;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.Uploads;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A participant whose memory is its encoded state alone: it is restarted before every step. Its
/// input is 1 at its own place and 0 elsewhere, so that a loss or a double count shows in the sum.
final class SimulatedParticipant {
  private final Membership membership;
  private final int place;
  private final SecureRandom random;
  private @Nullable SecretBytes durable;

  SimulatedParticipant(Membership membership, int place, SecureRandom random) {
    this.membership = membership;
    this.place = place;
    this.random = random;
  }

  /// What a step wants sent once its state is durable.
  ///
  /// @param complaint goes before the chunks
  record Sent(
      Optional<ParticipantMessage> complaint,
      List<byte[]> chunks,
      Optional<ParticipantMessage> message) {
    static Sent of(Optional<ParticipantMessage> message) {
      return new Sent(Optional.empty(), List.of(), message);
    }
  }

  /// The state as it survives a crash; empty before joining.
  Optional<ParticipantState> state() {
    if (durable == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(ParticipantStateCodec.decode(durable));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /// Joins, unless it has.
  ///
  /// @param diesFirst whether it dies before its new state is durable
  Sent join(SignedRoundRecord signed, boolean diesFirst) {
    Optional<ParticipantState> known = state();
    if (known.isPresent()) {
      return again(known.get());
    }
    ParticipantState joined = ParticipantProtocol.join(signed, membership, random).state();
    return keep(joined, diesFirst);
  }

  /// Learns what the coordinator says.
  Sent learn(CoordinatorMessage told, boolean diesFirst) {
    Optional<ParticipantState> known = state();
    if (known.isEmpty()) {
      return Sent.of(Optional.empty());
    }
    ParticipantState next =
        ParticipantProtocol.step(known.get(), new ParticipantEvent.MessageReceived(told), random)
            .state();
    return keep(next, diesFirst);
  }

  /// Says again what it owes; uploads and commits once it can mask.
  Sent again(ParticipantState state) {
    if (state instanceof ParticipantState.Masking masking) {
      List<byte[]> chunks = masked(masking);
      ParticipantState committed =
          ParticipantProtocol.step(
                  masking, new ParticipantEvent.InputCommitted(Uploads.root(chunks)), random)
              .state();
      durable = ParticipantStateCodec.encode(committed);
      return new Sent(masking.pending(), chunks, committed.pending());
    }
    return Sent.of(state.pending());
  }

  private Sent keep(ParticipantState next, boolean diesFirst) {
    if (diesFirst) {
      return Sent.of(Optional.empty());
    }
    durable = ParticipantStateCodec.encode(next);
    return again(next);
  }

  private List<byte[]> masked(ParticipantState.Masking masking) {
    long[] input = new long[Math.toIntExact(masking.record().vector().length())];
    input[place] = 1;
    return Uploads.masked(masking, input);
  }
}
