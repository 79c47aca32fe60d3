package io.privirec.privacy;

/// Which data sets a claim calls neighbours.
public enum Adjacency {
  /// One has a unit that the other has not.
  ADD_OR_REMOVE("present or absent"),
  /// They have another unit in the same place. Sensitivities are twice as large.
  REPLACE("as it is or replaced by any other");

  private final String words;

  Adjacency(String words) {
    this.words = words;
  }

  /// What may be done to a unit.
  public String inWords() {
    return words;
  }
}
