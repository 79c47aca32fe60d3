package io.privirec.secagg.graph;

import java.util.stream.IntStream;

/// See [SharingGraph#complete(int)].
record CompleteGraph(int size) implements SharingGraph {
  CompleteGraph {
    if (size < 2) {
      throw new IllegalArgumentException("size must be at least 2. Provided value: " + size);
    }
  }

  @Override
  public int[] neighbours(int index) {
    requireParticipant(index);
    return IntStream.rangeClosed(1, size).filter(other -> other != index).toArray();
  }

  @Override
  public int[] holders(int owner) {
    requireParticipant(owner);
    return IntStream.rangeClosed(1, size).toArray();
  }

  @Override
  public int shareIndex(int owner, int holder) {
    requireParticipant(owner);
    requireParticipant(holder);
    return holder;
  }

  @Override
  public boolean areNeighbours(int one, int other) {
    requireParticipant(one);
    requireParticipant(other);
    return one != other;
  }

  private void requireParticipant(int index) {
    if (index < 1 || index > size) {
      throw new IndexOutOfBoundsException(
          "participant must be in [1, %s]. Provided value: %s".formatted(size, index));
    }
  }
}
