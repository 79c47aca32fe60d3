package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the privacy claim of a release holds now, by the coordinator's ledger. Readers show ε
/// only while it holds.
///
/// @param releaseId the release
/// @param protection the kind of the release
/// @param holds true while the ledger has no sum without noise over data of any participant of the
///   release's session: by any algorithm, before or after the release
/// @param reason why the claim does not hold: `no-noise`, `sums-without-noise`, `ledger-locked`,
///   `ledger-restored`, `session-unknown`, `unsupported-claim` or `colluders-not-withstood`; absent
///   if it holds
/// @param sumsWithoutNoiseAt when the ledger entered the first of these sums; absent if it has none
/// @param epsilon ε of the sums of this release; absent unless the claim holds, like the next six
/// @param epsilonTwoHolders the same for a person with data at two holders of the cohort
/// @param epsilonThreeHolders the same for a person with data at three holders of the cohort
/// @param delta δ of each ε
/// @param epsilonLifetime ε of all noisy sums since the ledger began, of the participant of the
///   session with the least budget left
/// @param epsilonPeriod the same for the noisy sums of the period
/// @param period how long a sum counts in `epsilonPeriod`
/// @param inWords sentences for people
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReleaseClaimView(
    String releaseId,
    Protection protection,
    boolean holds,
    @Nullable String reason,
    @Nullable Instant sumsWithoutNoiseAt,
    @Nullable Double epsilon,
    @Nullable Double epsilonTwoHolders,
    @Nullable Double epsilonThreeHolders,
    @Nullable Double delta,
    @Nullable Double epsilonLifetime,
    @Nullable Double epsilonPeriod,
    @Nullable Duration period,
    List<String> inWords) {
  public ReleaseClaimView {
    inWords = List.copyOf(inWords);
  }
}
