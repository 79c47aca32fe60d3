package io.privirec.client.recommendations;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.serving.release.ClaimStatuses;
import io.privirec.serving.release.ClaimText;
import io.privirec.serving.release.ShownClaim;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.ClaimView;
import io.privirec.wire.ReleaseManifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/// The claim of the release in use, as this holder shows it. The coordinator must state that the
/// claim holds, and no ledger of a participant hosted here may contradict it.
@Component
record HomeClaims(ClaimStatuses statuses, PrivacyLedgers ledgers, ParticipantStore participants) {
  private static final double ROUNDING = 1 + 1e-9;
  private static final long BEFORE_ALL = -1;

  /// Returns the claim of a release as the holder shows it now. If a ledger here has a sum without
  /// noise of the release's own session, the release counts as a release without noise.
  ShownClaim of(VerifiedRelease release) {
    if (isWithoutNoise(release.manifest().sessionId())) {
      return ShownClaim.noNoise();
    }
    ShownClaim stated = statuses.shown(release);
    return stated
        .claim()
        .flatMap(claim -> contradiction(release.manifest(), claim))
        .map(ShownClaim::withoutEpsilon)
        .orElse(stated);
  }

  boolean isWithoutNoise(String session) {
    return participants.enrolled().stream()
        .flatMap(participant -> entries(participant).stream())
        .anyMatch(entry ->
            entry instanceof Sum sum
                && sum.session().equals(session)
                && sum.use() instanceof Use.Exact);
  }

  private List<LedgerEntry> entries(Participant participant) {
    try {
      return ledgers.entries(participant.id());
    } catch (SumRefusal.Locked locked) {
      return List.of();
    }
  }

  /// Looks for a contradiction in the ledgers of the participants that took part in the session.
  ///
  /// @return the words to show; empty if the ledgers contradict nothing
  private Optional<String> contradiction(ReleaseManifest manifest, ClaimView claim) {
    String session = manifest.sessionId();
    List<LedgerEntry> entries = new ArrayList<>();
    for (Participant participant : participants.enrolled()) {
      try {
        List<LedgerEntry> own = ledgers.entries(participant.id());
        if (own.stream().anyMatch(entry -> isOf(entry, session))) {
          entries.addAll(own);
        }
        if (claimed(own, manifest).epsilon(claim.delta()) > ROUNDING * claim.epsilon()) {
          return Optional.of(ClaimText.noEpsilon("the claim leaves out sums of a ledger here"));
        }
      } catch (SumRefusal.Locked locked) {
        return Optional.of(ClaimText.noEpsilon("a ledger of this holder is locked"));
      }
    }
    OptionalLong withoutNoise = PrivacySpent.firstWithoutNoise(entries);
    return withoutNoise.isPresent()
        ? Optional.of(ClaimText.sumsWithoutNoise(Instant.ofEpochMilli(withoutNoise.getAsLong())))
        : lostEntries(entries);
  }

  /// Returns the sums that the claim of a session must count at least. A claim counts each attempt
  /// of a closed round that asked for masks. Of tolerant rounds it counts the attempts that asked
  /// for shares, and the ledger does not show these attempts.
  private static PrivacySpent claimed(List<LedgerEntry> own, ReleaseManifest manifest) {
    boolean isClosed = !manifest.cells().isEmpty();
    return PrivacySpent.since(
        own.stream()
            .filter(entry ->
                isClosed && entry instanceof Sum sum && sum.session().equals(manifest.sessionId()))
            .toList(),
        BEFORE_ALL);
  }

  private static boolean isOf(LedgerEntry entry, String session) {
    return entry instanceof Presumed || (entry instanceof Sum sum && sum.session().equals(session));
  }

  private static Optional<String> lostEntries(List<LedgerEntry> entries) {
    return entries.stream()
        .filter(Presumed.class::isInstance)
        .findFirst()
        .map(_ -> ClaimText.noEpsilon("a ledger of this holder lost entries in a restore"));
  }
}
