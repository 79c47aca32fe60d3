package io.privirec.round;

/// Why an attempt failed.
///
/// @param code stable, lower-kebab
/// @param detail a sentence for people
public record RoundFailure(String code, String detail) {
  /// The code of a round that the coordinator's disk had no room for.
  public static final String STORAGE_FULL = "storage-full";
}
