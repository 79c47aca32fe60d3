package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Agrees on the survivors and answers the one question of a round that discloses anything: per
/// neighbour either the share of its self-mask seed or the share of its mask key.
final class Unmasking {
  private Unmasking() {}

  /// Signs the survivor set (Bell et al. 2020, Algorithm 4).
  static Confirmed confirm(Committed state, Seat seat, SurvivorList list) throws ProtocolViolation {
    requireContext(list.context(), state);
    requireAcceptable(state, list.survivors());
    return new Confirmed(
        seat,
        state.ownShare(),
        state.held(),
        list.survivors(),
        list.sign(seat.self(), state.identity()));
  }

  /// Answers in a semi-honest round, where nobody signed anything.
  static Answered answer(Committed state, Seat seat, UnmaskRequest request)
      throws ProtocolViolation {
    requireContext(request.context(), state);
    requireAcceptable(state, request.survivors());
    return answer(seat, state.ownShare(), state.held(), request);
  }

  /// Answers once enough of those who hold shares with this participant have signed the survivor
  /// set that it signed itself.
  static Answered answer(Confirmed state, Seat seat, UnmaskRequest request)
      throws ProtocolViolation {
    require(
        request.context().equals(state.signature().context()),
        AbortReason.CONTEXT_MISMATCH,
        "unmask request belongs to another round");
    require(
        request.survivors().equals(state.survivors()),
        AbortReason.SURVIVORS_CHANGED,
        "unmasking was requested for other survivors than were signed");
    requireSignatures(state, request);
    return answer(seat, state.ownShare(), state.held(), request);
  }

  private static void requireContext(Digest context, Committed state) throws ProtocolViolation {
    require(
        context.equals(state.commitment().context()),
        AbortReason.CONTEXT_MISMATCH,
        "survivors belong to another round");
  }

  private static void requireAcceptable(Committed state, SortedSet<ParticipantId> survivors)
      throws ProtocolViolation {
    require(
        survivors.contains(state.seat().self()),
        AbortReason.NOT_A_SURVIVOR,
        "own input was committed but is not in the sum");
    Thresholds counts = state.record().thresholds();
    int minimum = counts.minSurvivors();
    require(
        survivors.size() >= minimum,
        AbortReason.TOO_FEW_SURVIVORS,
        "%s survivors are named, %s are needed".formatted(survivors.size(), minimum));
    long holders =
        state.held().keySet().stream().filter(owner -> survivors.contains(owner)).count();
    int threshold = counts.threshold();
    require(
        counts.isComplete() || holders >= threshold,
        AbortReason.TOO_FEW_SURVIVORS,
        "%s neighbours are named survivors, %s are needed".formatted(holders, threshold));
    // Every neighbour that is named must have exchanged shares with this participant: the minimum
    // would mean nothing if it could be reached with names. On a random graph the others are
    // vouched
    // for by their own neighbours.
    for (ParticipantId survivor : survivors) {
      require(
          state.record().contains(survivor) && !state.silent().contains(survivor),
          AbortReason.UNKNOWN_PARTICIPANT,
          survivor + " is named a survivor and never exchanged shares");
    }
  }

  /// Only signatures of those whose shares this participant holds count. Whom it complained about
  /// holds a share of its secrets, and is corrupt: the `corrupt` participants that may sign two
  /// survivor sets include it, so that not counting it leaves `2 · threshold > cohort + corrupt` as
  /// it was.
  private static void requireSignatures(Confirmed state, UnmaskRequest request)
      throws ProtocolViolation {
    int valid = 0;
    for (Map.Entry<ParticipantId, ByteString> entry : request.signatures().entrySet()) {
      ParticipantId signer = entry.getKey();
      boolean holds =
          state.held().containsKey(signer)
              || (signer.equals(state.seat().self()) && state.ownShare().isPresent());
      require(
          holds && state.survivors().contains(signer),
          AbortReason.UNKNOWN_PARTICIPANT,
          signer + " signed and is no survivor that holds shares with this participant");
      SurvivorSignature signature =
          new SurvivorSignature(
              request.context(), signer, state.signature().survivors(), entry.getValue());
      require(
          signature.isSignedBy(state.record().member(signer).identityKey()),
          AbortReason.SURVIVOR_SIGNATURE_INVALID,
          "signature of " + signer + " is not one of these survivors");
      valid++;
    }
    int threshold = state.record().thresholds().threshold();
    require(
        valid >= threshold,
        AbortReason.TOO_FEW_SIGNATURES,
        "%s signed the survivor set, %s are needed".formatted(valid, threshold));
  }

  private static Answered answer(
      Seat seat,
      Optional<SecretBytes> ownShare,
      SortedMap<ParticipantId, HeldShares> held,
      UnmaskRequest request) {
    SortedSet<ParticipantId> survivors = request.survivors();
    SortedSet<ParticipantId> owners = new TreeSet<>(held.keySet());
    ownShare.ifPresent(share -> owners.add(seat.self()));
    List<Reveal> reveals = new ArrayList<>();
    for (ParticipantId owner : owners) {
      HeldShares shares = held.get(owner);
      if (shares == null) {
        reveals.add(new Reveal.SelfMaskShare(owner, ownShare.orElseThrow()));
      } else if (survivors.contains(owner)) {
        reveals.add(new Reveal.SelfMaskShare(owner, shares.selfMaskShare()));
      } else {
        reveals.add(new Reveal.MaskKeyShare(owner, shares.maskKeyShare()));
      }
    }
    return new Answered(seat, survivors, new UnmaskAnswer(request.context(), seat.self(), reveals));
  }
}
