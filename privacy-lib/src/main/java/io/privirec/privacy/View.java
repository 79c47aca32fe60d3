package io.privirec.privacy;

/// Who looks.
public enum View {
  /// The coordinator, with the sums as it opens them, and the colluders' data and noise.
  COORDINATOR("the coordinator and those who share with it"),
  /// Participants, with what is broadcast and published, and their own data and noise.
  PARTICIPANTS("participants who share what they know"),
  /// Anyone with what is published.
  OUTSIDERS("anyone who has only what is published");

  private final String words;

  View(String words) {
    this.words = words;
  }

  /// A noun phrase.
  public String inWords() {
    return words;
  }
}
