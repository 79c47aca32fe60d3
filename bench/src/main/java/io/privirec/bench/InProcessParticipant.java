package io.privirec.bench;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A participant with the real state machine and a made-up input of one chunk. Nothing of the
/// vector is kept.
final class InProcessParticipant {
  /// No element of an input is larger.
  static final int INPUT_BOUND = 1000;

  private final SignedRoundRecord round;
  private final Membership membership;
  private final int index;
  private final SecureRandom random;
  private Optional<ParticipantState> state = Optional.empty();
  private long cpuNanos;

  InProcessParticipant(SignedRoundRecord round, Membership membership, SecureRandom random) {
    this.round = round;
    this.membership = membership;
    this.index = round.record().indexOf(membership.self());
    this.random = random;
  }

  /// Goes on to the next message, masking and uploading the input when it is due.
  ///
  /// @param told by the coordinator; nothing to begin with
  /// @param upload takes the packed masked input
  /// @throws IllegalStateException if this participant aborts
  ParticipantMessage advance(Optional<CoordinatorMessage> told, Consumer<byte[]> upload) {
    long start = CpuTime.ofThread();
    ParticipantState next =
        state
            .map(now ->
                ParticipantProtocol.step(
                    now, new ParticipantEvent.MessageReceived(told.orElseThrow()), random))
            .orElseGet(() -> ParticipantProtocol.join(round, membership, random))
            .state();
    Optional<byte[]> masked = Optional.empty();
    if (next instanceof ParticipantState.Masking masking) {
      byte[] packed = maskedInput(masking);
      Digest root = MerkleTree.root(List.of(Digest.of(packed)));
      next =
          ParticipantProtocol.step(masking, new ParticipantEvent.InputCommitted(root), random)
              .state();
      masked = Optional.of(packed);
    }
    cpuNanos += CpuTime.ofThread() - start;
    masked.ifPresent(upload);
    state = Optional.of(next);
    if (next instanceof ParticipantState.Aborted aborted) {
      throw new IllegalStateException("participant " + index + " aborted: " + aborted);
    }
    return next.pending().orElseThrow();
  }

  /// An element of the input of the participant with this index.
  static long element(int index, int position) {
    return (index * 7919L + position * 31L) % (2 * INPUT_BOUND + 1) - INPUT_BOUND;
  }

  long cpuNanos() {
    return cpuNanos;
  }

  private byte[] maskedInput(ParticipantState.Masking masking) {
    VectorSpec vector = round.record().vector();
    RingVector values = RingVector.zero(vector.ring(), vector.elementsInChunk(0));
    for (int i = 0; i < values.length(); i++) {
      values.setSigned(i, element(index, i));
    }
    masking.masker().mask(0, values);
    byte[] packed = new byte[vector.bytesInChunk(0)];
    values.packInto(packed, 0, 0, values.length());
    return packed;
  }
}
