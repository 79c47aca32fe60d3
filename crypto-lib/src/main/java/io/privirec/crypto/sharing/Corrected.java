package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// A secret that came out although some shares were wrong.
///
/// @param wrong indices of the shares that do not lie on the polynomials of the others
public record Corrected(SecretBytes secret, SortedSet<Integer> wrong) {
  public Corrected {
    wrong = Collections.unmodifiableSortedSet(new TreeSet<>(wrong));
  }
}
