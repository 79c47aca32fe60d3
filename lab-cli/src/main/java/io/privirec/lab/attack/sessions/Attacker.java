package io.privirec.lab.attack.sessions;

/// An attacker of sessions, with its accomplices.
enum Attacker {
  /// The coordinator and as many participants as the claim allows to collude.
  CLAIMED_COLLUDERS("coordinator and claimed colluders"),
  /// The coordinator and all participants but two.
  ALL_BUT_TWO("coordinator and all but two"),
  /// A participant: the counts of the broadcast, the release, its own data and its own noise.
  PARTICIPANT("a participant"),
  /// A reader of the release.
  OUTSIDER("a reader of releases");

  private static final int LEAST_HONEST = 2;

  private final String words;

  Attacker(String words) {
    this.words = words;
  }

  /// Whether the attacker has the sums as they were opened.
  boolean opensSums() {
    return this == CLAIMED_COLLUDERS || this == ALL_BUT_TWO;
  }

  /// Number of participants whose noise the attacker knows.
  int colluders(Claim claim) {
    return switch (this) {
      case CLAIMED_COLLUDERS -> claim.sums().getFirst().shares().colluders();
      case ALL_BUT_TWO -> claim.sums().getFirst().shares().participants() - LEAST_HONEST;
      case PARTICIPANT -> 1;
      case OUTSIDER -> 0;
    };
  }

  /// The claim that holds against the attacker.
  Claim against(Claim claim) {
    return this == ALL_BUT_TWO ? claim.ofHonest(LEAST_HONEST) : claim;
  }

  @Override
  public String toString() {
    return words;
  }
}
