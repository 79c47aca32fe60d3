package io.privirec.client.participation;

import java.util.regex.Pattern;

/// A session's name, safe inside file names.
public record SessionId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  public SessionId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("session id must match " + FORM.pattern());
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
