package io.privirec.filter.power;

import java.util.function.Consumer;

/// What a node does between two sums of a federated power iteration [Guo et al. 2021, FedPower]: p
/// products with M_iᵀM_i, orthonormalised but for the last one, from the basis that was broadcast.
///
/// With p = 1 what comes out is linear in M_iᵀM_i, so that the sum over the nodes is that of all
/// rows in one place. With p > 1 every node goes on by itself, and its basis turns: before it is
/// summed it is turned back, to be as near as can be to the basis that was broadcast last. The
/// paper turns it to the basis of one node, which would publish that node's.
///
/// @param rows M_i
/// @param steps p, at least 1
public record LocalPower(NodeRows rows, int steps) {
  public LocalPower {
    if (steps < 1) {
      throw new IllegalArgumentException("steps must be at least 1. Provided value: " + steps);
    }
  }

  /// A node's basis before its last product, and what comes of it.
  ///
  /// @param basis Z_i, orthonormal; what was broadcast if p = 1
  /// @param product M_iᵀM_i Z_i, with noise where there is some, not turned
  public record Part(TallMatrix basis, TallMatrix product) {
    /// The product, turned to a basis.
    public TallMatrix turnedTo(TallMatrix reference) {
      return product.times(basis.alignedTo(reference), product.columns());
    }
  }

  /// Without noise, turned to what was broadcast. Where what turns it does not converge it is
  /// zeros, as if there were no rows: that depends on the rows alone, and a refusal would tell so.
  ///
  /// @param broadcast orthonormal, shape [width × r]
  public TallMatrix from(TallMatrix broadcast) {
    Part part = part(broadcast, product -> {});
    if (steps == 1) {
      return part.product();
    }
    try {
      return part.turnedTo(broadcast);
    } catch (ArithmeticException notConverged) {
      return TallMatrix.zeros(broadcast.rows(), broadcast.columns());
    }
  }

  /// With noise, not turned.
  ///
  /// @param noise adds to each product; the last one gets it, too
  public Part part(TallMatrix broadcast, Consumer<TallMatrix> noise) {
    TallMatrix basis = broadcast;
    for (int step = 1; ; step++) {
      TallMatrix product = rows.gramTimes(basis);
      noise.accept(product);
      if (step == steps) {
        return new Part(basis, product);
      }
      basis = product.orthonormal();
    }
  }
}
