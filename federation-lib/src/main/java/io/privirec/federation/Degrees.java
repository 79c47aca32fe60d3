package io.privirec.federation;

import java.util.Arrays;

/// What the degree round opens, and every later broadcast tells.
///
/// @param users with interactions, of all participants
/// @param items V, shape [items]
@SuppressWarnings("ArrayRecordComponent") // never compared
record Degrees(long users, long[] items) {
  /// Whether some users and their interactions have such degrees.
  boolean isPossible() {
    return Arrays.stream(items).allMatch(degree -> degree >= 0 && degree <= users);
  }

  /// Whether some of the users can have those degrees.
  boolean include(Degrees part) {
    if (part.users > users || part.items.length != items.length) {
      return false;
    }
    for (int i = 0; i < items.length; i++) {
      if (part.items[i] > items[i]) {
        return false;
      }
    }
    return true;
  }
}
