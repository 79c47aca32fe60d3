package io.privirec.privacy;

/// What a claim protects: the data of one of these, as one participant has it.
public enum Unit {
  /// All data of one user at one participant.
  USER("all data of one user at one participant"),
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
