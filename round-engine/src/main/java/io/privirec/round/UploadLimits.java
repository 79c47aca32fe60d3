package io.privirec.round;

/// What unfinished uploads may hold at once.
///
/// @param ofOne uploads of one participant
/// @param inAll uploads of all participants
/// @param diskReserveBytes room that uploads leave: the database and sums need it
public record UploadLimits(int ofOne, int inAll, long diskReserveBytes) {
  public UploadLimits {
    if (ofOne < 1 || inAll < ofOne || diskReserveBytes < 0) {
      throw new IllegalArgumentException(
          "uploads must be in 1 <= uploads-per-participant <= uploads, and disk-reserve not"
              + " negative");
    }
  }
}
