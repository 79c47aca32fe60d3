package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Answers the one question of a round that discloses anything: per participant either the share of
/// its self-mask seed or the share of its mask key.
final class Unmasking {
  private Unmasking() {}

  static ParticipantState.Answered answer(ParticipantState.Committed state, UnmaskRequest request)
      throws ProtocolViolation {
    Digest context = state.commitment().context();
    SortedSet<ParticipantId> survivors = request.survivors();
    require(
        request.context().equals(context),
        AbortReason.CONTEXT_MISMATCH,
        "unmask request belongs to another round");
    require(
        survivors.contains(state.self()),
        AbortReason.NOT_A_SURVIVOR,
        "own input was committed but is not in the sum");
    SortedSet<ParticipantId> sharers = new TreeSet<>(state.held().keySet());
    sharers.add(state.self());
    require(
        sharers.containsAll(survivors),
        AbortReason.UNKNOWN_PARTICIPANT,
        "a survivor never exchanged shares");
    int minimum = state.record().thresholds().minSurvivors();
    require(
        survivors.size() >= minimum,
        AbortReason.TOO_FEW_SURVIVORS,
        "%d survivors are named, %d are needed".formatted(survivors.size(), minimum));
    List<Reveal> reveals = new ArrayList<>();
    for (ParticipantId owner : sharers) {
      reveals.add(reveal(state, owner, survivors.contains(owner)));
    }
    return new ParticipantState.Answered(
        state.record(),
        state.self(),
        state.delivered(),
        state.commitment().merkleRoot(),
        request,
        new UnmaskAnswer(context, state.self(), reveals));
  }

  private static Reveal reveal(
      ParticipantState.Committed state, ParticipantId owner, boolean survived) {
    if (owner.equals(state.self())) {
      return new Reveal.SelfMaskShare(owner, state.ownShare());
    }
    HeldShares shares = state.held().get(owner);
    if (shares == null) {
      throw new IllegalStateException("no shares of " + owner);
    }
    return survived
        ? new Reveal.SelfMaskShare(owner, shares.selfMaskShare())
        : new Reveal.MaskKeyShare(owner, shares.maskKeyShare());
  }
}
