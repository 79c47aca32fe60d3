package io.privirec.secagg.roster;

import java.util.regex.Pattern;

/// Who answers for a participant: 1 to 64 of `a`–`z`, `0`–`9` and `-`, not starting with `-`. One
/// holder may have several participants; it knows the data of all of them, so they count as one.
public record Holder(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  public Holder {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("holder must match " + FORM.pattern());
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
