package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.factors.NoisyPriviRecK;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// FedPower with privacy of users [FP, Algorithm 3, corrected]: noisy counts of items, then sums of
/// clipped products among the M most popular ones, each with distributed noise
/// (docs/algorithms.md).
///
/// The paper bounds what one number of M_iᵀM_i changes, which no change of data changes alone. Here
/// it is what one user changes.
///
/// @param frame sums, noise and release, which are those of `privirec-k`
/// @param share of a participant in the sums
public record PrivateFedPower(NoisyPriviRecK frame, ClippedRows share)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = PrivateFedPowerParameters.ALGORITHM;

  private static final int MANY = 200;

  /// @param frame whose share is not looked at
  public PrivateFedPower {
    frame = frame.with(share);
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .warning(warnings());
  }

  private List<Round> rounds() {
    return frame.algorithm().rounds();
  }

  private Digest digest() {
    return ParameterDigest.of(List.of(ID + "/v1", frame.algorithm().digest()));
  }

  private Disclosure disclosure() {
    return frame.algorithm().disclosure();
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(frame.algorithm().warnings());
    if (share.localSteps() > 1) {
      warnings.add(
          "With more than one local step the noise hides all that a participant sends, and not one user's part:"
              + " below %s participants it is far above what the sums tell.".formatted(MANY));
    }
    return List.copyOf(warnings);
  }

  /// Without clipping, and over all items.
  @Override
  public Reference reference(RatingMatrix data) {
    PriviRecK exact = new PriviRecK(frame.items(), frame.factors(), frame.model(), frame.topN(), 1);
    return new FedPowerTerms(
            exact, share.rows(), share.localSteps(), frame.factors().iterations(), 0)
        .reference(data);
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return frame.selections(counts, participants);
  }

  private Publication publication() {
    return frame.algorithm().publication();
  }

  private WorkingSet workingSet() {
    return frame.algorithm().workingSet();
  }
}
