package io.privirec.secagg;

import java.util.regex.Pattern;

/// The name of a participant: 1 to 64 of `a`–`z`, `0`–`9` and `-`, not starting with `-`.
public record ParticipantId(String value) implements Comparable<ParticipantId> {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  public ParticipantId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("participant id must match " + FORM.pattern());
    }
  }

  /// By ASCII code, which is the order of every list of participants in every encoding.
  @Override
  public int compareTo(ParticipantId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
