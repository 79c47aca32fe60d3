package io.privirec.round;

/// How much disk a round that begins now may take: the budget, or what the disk has if that is
/// less.
///
/// @param budget of any round
/// @param disk that the chunks go to
public record StagingRoom(StagingBudget budget, Disk disk) {
  /// A disk as it is now.
  public interface Disk {
    /// Returns the bytes that uploads may fill: those above the reserve.
    long freeBytes();
  }

  /// The budget of a round that begins now.
  ///
  /// @param besides bytes that its session writes to the same disk beside the round
  public StagingBudget now(long besides) {
    return new StagingBudget(Math.min(budget.bytes(), Math.max(0, disk.freeBytes() - besides)));
  }
}
