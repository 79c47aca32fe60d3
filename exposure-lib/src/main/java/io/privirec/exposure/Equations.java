package io.privirec.exposure;

import java.util.List;

/// All linear equations about a catalogue that an attacker has read.
///
/// The sums of several snapshots of the same users count together.
///
/// @param snapshots a non-empty list, all over the same catalogue
public record Equations(List<Snapshot> snapshots) {
  /// Checks shapes.
  public Equations {
    snapshots = List.copyOf(snapshots);
    if (snapshots.isEmpty()) {
      throw new IllegalArgumentException("equations need at least one snapshot");
    }
    int items = snapshots.getFirst().items();
    for (Snapshot snapshot : snapshots) {
      if (snapshot.items() != items) {
        throw new IllegalArgumentException(
            "snapshots must have one catalogue of %s items. Provided: %s"
                .formatted(items, snapshot.items()));
      }
    }
  }

  /// The data at a moment.
  ///
  /// @param itemDegrees V, 0 for an item that left the session: shape [items]
  /// @param sums over this snapshot
  /// @param weight of users in these sums
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Snapshot(long[] itemDegrees, List<OpenedSum> sums, UserWeight weight) {
    /// Checks shapes.
    public Snapshot {
      itemDegrees = itemDegrees.clone();
      sums = List.copyOf(sums);
      for (OpenedSum sum : sums) {
        if (sum.items() != itemDegrees.length) {
          throw new IllegalArgumentException(
              "a sum must have %s items. Provided: %s".formatted(itemDegrees.length, sum.items()));
        }
      }
    }

    /// A snapshot whose users have the weight 1 / d.
    public Snapshot(long[] itemDegrees, List<OpenedSum> sums) {
      this(itemDegrees, sums, UserWeight.INVERSE);
    }

    /// V, a fresh array.
    @Override
    public long[] itemDegrees() {
      return itemDegrees.clone();
    }

    int items() {
      return itemDegrees.length;
    }
  }

  /// Returns the equations over a single snapshot.
  public static Equations of(long[] itemDegrees, List<OpenedSum> sums) {
    return new Equations(List.of(new Snapshot(itemDegrees, sums)));
  }

  /// Number of items.
  public int items() {
    return snapshots.getFirst().items();
  }
}
