package io.privirec.privacy;

/// The unit of data that a claim protects.
public enum Unit {
  /// All data of a user id at a holder. The participants of a holder have disjoint users.
  USER("all data of one user at one holder"),
  /// One row, such as one user's vector in one sum.
  ROW("one row of one participant's data"),
  /// One interaction.
  ENTRY("one interaction of one user"),
  /// Everything that one participant has.
  PARTICIPANT("all data of one participant");

  private final String words;

  Unit(String words) {
    this.words = words;
  }

  /// A noun phrase.
  public String inWords() {
    return words;
  }
}
