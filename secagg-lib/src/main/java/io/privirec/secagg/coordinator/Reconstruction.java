package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Corrected;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.CoordinatorState.Aborted;
import io.privirec.secagg.coordinator.CoordinatorState.Unmasked;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Puts the secrets behind the remaining masks together from the answers. Wrong shares among them
/// are found by the surplus of the others, and whoever revealed one counts for no other secret
/// either, be it found out before or after: all secrets are put together again without it.
final class Reconstruction {
  private final Transcript transcript;
  private final RoundSetup setup;
  private final Shamir sharing;

  /// By owner and holder.
  private final Map<ParticipantId, SortedMap<ParticipantId, Share>> revealed;

  private final SortedSet<ParticipantId> liars = new TreeSet<>();

  private Reconstruction(Transcript transcript) {
    this.transcript = transcript;
    this.setup = transcript.requireSetup();
    this.sharing = transcript.record().thresholds().sharing();
    this.revealed = sharesByOwner(transcript);
  }

  /// The state after the last phase: the secrets, or the reason why they do not come out.
  static CoordinatorState finish(Transcript transcript) {
    return new Reconstruction(transcript).finish();
  }

  private CoordinatorState finish() {
    SortedSet<ParticipantId> owners = new TreeSet<>(transcript.in(Phase.SHARE_KEYS).keySet());
    owners.removeIf(owner -> !survived(owner) && !leftMasksBehind(owner));
    SortedMap<ParticipantId, SecretBytes> selfMaskSeeds = new TreeMap<>();
    SortedMap<ParticipantId, SecretBytes> maskKeys = new TreeMap<>();
    Failure first;
    int known;
    do {
      first = null;
      known = liars.size();
      for (ParticipantId owner : owners) {
        try {
          if (survived(owner)) {
            selfMaskSeeds.put(owner, selfMaskSeed(owner));
          } else {
            maskKeys.put(owner, maskKey(owner));
          }
        } catch (Failure failure) {
          first = first == null ? failure : first;
        }
      }
      // What came out with the help of a share of somebody who is known for a liar only now may be
      // wrong.
    } while (liars.size() > known);
    if (first != null) {
      return aborted(first);
    }
    return new Unmasked(transcript, selfMaskSeeds, maskKeys, transcript.faults(liars));
  }

  private SecretBytes selfMaskSeed(ParticipantId owner) throws Failure {
    SortedMap<ParticipantId, Share> shares = sharesOf(owner);
    try {
      Corrected corrected = sharing.correct(List.copyOf(shares.values()));
      requireUnframed(owner, shares.size(), corrected);
      return blame(shares, corrected);
    } catch (GeneralSecurityException e) {
      throw new Failure(AbortReason.SHARES_INCONSISTENT, owner + ": " + e.getMessage());
    }
  }

  /// Nothing but the other shares tells whether a self mask is the right one. As many corrupt
  /// holders as the round reckons with could agree on another polynomial through all but a few
  /// honest shares, and have those blamed: then nobody is named, and nothing opened.
  private void requireUnframed(ParticipantId owner, int shares, Corrected corrected)
      throws Failure {
    int wrong = corrected.wrong().size();
    int corrupt = transcript.record().thresholds().corrupt();
    if (wrong > 0 && shares - sharing.threshold() < corrupt + wrong) {
      throw new Failure(
          AbortReason.SHARES_INCONSISTENT,
          owner + ": shares are inconsistent, and too few to tell whose are wrong");
    }
  }

  /// The advertised key tells whether it is the right one, so that a wrong share more can be borne
  /// where the surplus is odd: one of the shares is left out in turn.
  private SecretBytes maskKey(ParticipantId owner) throws Failure {
    SortedMap<ParticipantId, Share> shares = sharesOf(owner);
    try {
      Corrected corrected = sharing.correct(List.copyOf(shares.values()));
      if (isMaskKeyOf(owner, corrected.secret())) {
        return requireEncapsulations(owner, blame(shares, corrected));
      } else if (corrected.wrong().isEmpty()) {
        throw new Failure(
            AbortReason.MASK_KEY_MISMATCH,
            owner + ": reconstructed mask key is not the advertised one");
      }
    } catch (GeneralSecurityException e) {
      // Too many are wrong to be told from the shares alone.
    }
    for (ParticipantId suspect : shares.keySet()) {
      SortedMap<ParticipantId, Share> others = new TreeMap<>(shares);
      others.remove(suspect);
      try {
        Corrected corrected = sharing.correct(List.copyOf(others.values()));
        if (isMaskKeyOf(owner, corrected.secret())) {
          liars.add(suspect);
          return requireEncapsulations(owner, blame(others, corrected));
        }
      } catch (GeneralSecurityException e) {
        // It is not this one.
      }
    }
    throw new Failure(AbortReason.SHARES_INCONSISTENT, owner + ": shares are inconsistent");
  }

  /// The shares of an owner's secret that nobody has lied about so far.
  private SortedMap<ParticipantId, Share> sharesOf(ParticipantId owner) throws Failure {
    SortedMap<ParticipantId, Share> shares =
        new TreeMap<>(revealed.getOrDefault(owner, Collections.emptySortedMap()));
    shares.keySet().removeAll(liars);
    if (shares.size() < sharing.threshold()) {
      throw new Failure(
          AbortReason.BELOW_THRESHOLD,
          "%s holders of shares of %s answered, %s are needed"
              .formatted(shares.size(), owner, sharing.threshold()));
    }
    return shares;
  }

  private SecretBytes blame(SortedMap<ParticipantId, Share> shares, Corrected corrected) {
    shares.forEach((holder, share) -> {
      if (corrected.wrong().contains(share.index())) {
        liars.add(holder);
      }
    });
    return corrected.secret();
  }

  private boolean survived(ParticipantId owner) {
    return transcript.in(Phase.MASKED_INPUT).containsKey(owner);
  }

  /// Whether a survivor agreed on a mask with somebody who left.
  private boolean leftMasksBehind(ParticipantId dropout) {
    return setup.peersOf(dropout).stream().anyMatch(this::survived);
  }

  private static Map<ParticipantId, SortedMap<ParticipantId, Share>> sharesByOwner(
      Transcript transcript) {
    RoundSetup setup = transcript.requireSetup();
    Map<ParticipantId, SortedMap<ParticipantId, Share>> shares = new HashMap<>();
    for (UnmaskAnswer answer : transcript.answers().values()) {
      for (Reveal reveal : answer.reveals()) {
        int index = setup.shareIndex(reveal.owner(), answer.sender());
        shares
            .computeIfAbsent(reveal.owner(), _ -> new TreeMap<>())
            .put(answer.sender(), new Share(index, reveal.share()));
      }
    }
    return shares;
  }

  private boolean isMaskKeyOf(ParticipantId owner, SecretBytes seed) {
    return AgreementKeyPair.fromSeed(transcript.record().keyAgreement(), seed)
        .publicKey()
        .equals(setup.keysOf(owner).maskKey());
  }

  /// A dropout must have sent the survivors what the coordinator will compute in its place. With
  /// another encapsulation a survivor has masked with a secret that nobody finds again.
  private SecretBytes requireEncapsulations(ParticipantId dropout, SecretBytes seed)
      throws Failure {
    KeyAgreement agreement = transcript.record().keyAgreement();
    if (agreement.encapsulationBytes() == 0) {
      return seed;
    }
    AgreementKeyPair keys = AgreementKeyPair.fromSeed(agreement, seed);
    for (ParticipantId peer : setup.peersOf(dropout)) {
      if (dropout.compareTo(peer) < 0 && survived(peer)) {
        try {
          ByteString due =
              keys.initiate(
                      setup.keysOf(peer).maskKey(),
                      KeySchedule.pairwiseMaskLabel(transcript.record()))
                  .encapsulation();
          if (!due.equals(transcript.envelope(dropout, peer).maskEncapsulation())) {
            throw new Failure(
                AbortReason.MASK_KEY_MISMATCH,
                dropout + ": an encapsulation it sent does not follow from its mask key");
          }
        } catch (InvalidKeyException e) {
          throw new IllegalStateException("keys were checked when they came in", e);
        }
      }
    }
    return seed;
  }

  private Aborted aborted(Failure failure) {
    String named =
        liars.isEmpty()
            ? ""
            : "; wrong shares from "
                + liars.stream().map(ParticipantId::value).collect(Collectors.joining(", "));
    return new Aborted(
        transcript,
        Phase.UNMASK,
        failure.reason,
        failure.getMessage() + named,
        transcript.faults(liars));
  }

  /// A secret does not come out.
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    Failure(AbortReason reason, String detail) {
      super(detail, null, false, false);
      this.reason = reason;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }
}
