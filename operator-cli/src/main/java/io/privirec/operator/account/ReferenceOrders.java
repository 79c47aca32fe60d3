package io.privirec.operator.account;

import java.util.stream.IntStream;

/// Orders over which the reference values, and TensorFlow Federated, minimise.
final class ReferenceOrders {
  private ReferenceOrders() {}

  static double[] integers() {
    return IntStream.concat(IntStream.rangeClosed(2, 128), IntStream.of(256))
        .asDoubleStream()
        .toArray();
  }
}
