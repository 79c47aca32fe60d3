package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.StartBasis;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;

/// A participant's side of PriviRec-k: its item degrees, then its part of Y_ℓ = R̃ᵀ(R̃ X_{ℓ−1}).
final class PriviRecKContributor implements Contributor {
  /// X orthonormal means |entry| ≤ 1; float32 rounding of the QR may exceed it by this much.
  private static final float BASIS_BOUND = 1 + 0x1p-10f;

  private final PriviRecK algorithm;

  /// The start basis is the same for every participant of a session and costs seconds to expand;
  /// softly held, so that it is shared while memory allows and rebuilt, to the same bits, when not.
  private SoftReference<DenseMatrix> startBasis = new SoftReference<>(null);

  PriviRecKContributor(PriviRecK algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public Contribution contribute(RoundInput input) throws IOException {
    RoundSpec round = input.round();
    InteractionMatrix data = input.data();
    Path broadcast = input.broadcast();
    if (data.items() != algorithm.items()) {
      throw new ContributionRefusedException(
          "the session's catalogue has " + algorithm.items() + " items, the data " + data.items());
    }
    if (round.index() == 0) {
      return itemDegrees(round, data);
    }
    if (broadcast == null) {
      throw new ContributionRefusedException("round " + round.name() + " needs a broadcast");
    }
    try (SafetensorsReader tensors = SafetensorsReader.open(broadcast)) {
      NormalisedInteractions normalised =
          NormalisedInteractions.of(data, globalDegrees(tensors, data));
      DenseMatrix basis = round.index() == 1 ? startBasis() : publishedBasis(tensors);
      return gramProduct(round, normalised, basis);
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  private Contribution itemDegrees(RoundSpec round, InteractionMatrix data) {
    long[] degrees = data.itemDegrees();
    long users = 0;
    for (int u = 0; u < data.users(); u++) {
      users += data.rowEnd(u) > data.rowStart(u) ? 1 : 0;
    }
    if (users > round.vector().capacity().bound()) {
      throw new ContributionRefusedException(
          "a participant may have at most "
              + (long) PriviRecK.MAX_USERS_PER_PARTICIPANT
              + " users");
    }
    long activeUsers = users;
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        long element = offset + i;
        out.setSigned(i, element < degrees.length ? degrees[(int) element] : activeUsers);
      }
    };
  }

  /// Z = R̃ X is held ([users × k]); rows of R̃ᵀZ are made as they are asked for.
  private Contribution gramProduct(
      RoundSpec round, NormalisedInteractions normalised, DenseMatrix basis) {
    DenseMatrix projected = normalised.project(basis);
    Quantiser quantiser = Quantiser.of(round.vector());
    int k = algorithm.k();
    return (long offset, RingVector out) -> {
      int firstItem = (int) (offset / k);
      int endItem = (int) ((offset + out.length() + k - 1) / k);
      float[] rows = new float[(endItem - firstItem) * k];
      normalised.backProject(projected, firstItem, endItem, rows);
      quantiser.encode(rows, (int) (offset - (long) firstItem * k), out);
    };
  }

  private synchronized DenseMatrix startBasis() {
    DenseMatrix basis = startBasis.get();
    if (basis == null) {
      basis = StartBasis.expand(algorithm.seed(), algorithm.items(), algorithm.k());
      startBasis = new SoftReference<>(basis);
    }
    return basis;
  }

  /// V: an item may not have fewer users overall than here, or the products would leave their
  /// bound.
  private long[] globalDegrees(SafetensorsReader tensors, InteractionMatrix data)
      throws IOException {
    long[] degrees = PriviRecKBroadcast.itemDegrees(tensors, algorithm.items());
    long[] own = data.itemDegrees();
    for (int i = 0; i < own.length; i++) {
      if (degrees[i] < own[i]) {
        throw new ContributionRefusedException(
            "item_degrees are smaller than this participant's own");
      }
    }
    return degrees;
  }

  private DenseMatrix publishedBasis(SafetensorsReader tensors) throws IOException {
    DenseMatrix basis = PriviRecKBroadcast.basis(tensors, algorithm.items(), algorithm.k());
    for (float x : basis.data()) {
      if (!(Math.abs(x) <= BASIS_BOUND)) {
        throw new ContributionRefusedException("the broadcast basis has an entry outside [-1, 1]");
      }
    }
    return basis;
  }
}
