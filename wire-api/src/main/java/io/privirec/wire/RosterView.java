package io.privirec.wire;

import java.util.List;

/**
 * A roster that a client-service has taken.
 *
 * @param members how many participants it names
 * @param unlisted participants hosted here that it does not name, or names with another key: they
 *     are in no cohort that others on the roster accept
 */
public record RosterView(int version, int members, List<String> unlisted) {
  public RosterView {
    unlisted = List.copyOf(unlisted);
  }
}
