package io.privirec.secagg.graph;

import io.privirec.crypto.digest.Digest;
import java.util.Arrays;
import java.util.Objects;

/// See [SharingGraph#random(int, int, Digest)]. Keeps the order and its inverse, not the edges: two
/// `int`s per participant whatever the degree.
final class CirculantGraph implements SharingGraph {
  private final int neighbours;
  private final Digest seed;

  /// The participant at each place of the circle, and the place of each participant (at `index -
  /// 1`).
  private final int[] participantAt;

  private final int[] placeOf;

  CirculantGraph(int size, int neighbours, Digest seed) {
    if (size < 3) {
      throw new IllegalArgumentException("size must be at least 3. Provided value: " + size);
    }
    if (neighbours < 2 || neighbours >= size || neighbours % 2 != 0) {
      throw new IllegalArgumentException(
          "neighbours must be even and in [2, %s]. Provided value: %s"
              .formatted(size - 1, neighbours));
    }
    this.neighbours = neighbours;
    this.seed = seed;
    this.participantAt = SeededOrder.of(size, seed);
    this.placeOf = new int[size];
    for (int place = 0; place < size; place++) {
      placeOf[participantAt[place] - 1] = place;
    }
  }

  @Override
  public int size() {
    return participantAt.length;
  }

  @Override
  public int[] neighbours(int index) {
    int place = placeOf(index);
    int[] found = new int[neighbours];
    for (int distance = 1; distance <= neighbours / 2; distance++) {
      found[2 * distance - 2] = participantAt[Math.floorMod(place + distance, size())];
      found[2 * distance - 1] = participantAt[Math.floorMod(place - distance, size())];
    }
    Arrays.sort(found);
    return found;
  }

  @Override
  public int[] holders(int owner) {
    return neighbours(owner);
  }

  @Override
  public int shareIndex(int owner, int holder) {
    int found = Arrays.binarySearch(holders(owner), holder);
    if (found < 0) {
      throw new IllegalArgumentException(
          "participant %s holds no share of participant %s".formatted(holder, owner));
    }
    return found + 1;
  }

  @Override
  public boolean areNeighbours(int one, int other) {
    int clockwise = Math.floorMod(placeOf(one) - placeOf(other), size());
    int distance = Math.min(clockwise, size() - clockwise);
    return distance >= 1 && distance <= neighbours / 2;
  }

  private int placeOf(int index) {
    if (index < 1 || index > size()) {
      throw new IndexOutOfBoundsException(
          "participant must be in [1, %s]. Provided value: %s".formatted(size(), index));
    }
    return placeOf[index - 1];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CirculantGraph that
        && size() == that.size()
        && neighbours == that.neighbours
        && seed.equals(that.seed);
  }

  @Override
  public int hashCode() {
    return Objects.hash(size(), neighbours, seed);
  }

  @Override
  public String toString() {
    return "CirculantGraph[size=%s, neighbours=%s, seed=%s]".formatted(size(), neighbours, seed);
  }
}
