package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;

/// Asks of a `Range` header, before a file is answered.
public final class Ranges {
  private Ranges() {}

  /// Refuses a range that the file does not have: the framework answers 416 with the whole file
  /// behind it.
  ///
  /// @throws ProblemException if the file does not have it
  public static void requireSatisfiable(HttpHeaders headers, Resource file) {
    try {
      HttpRange.toResourceRegions(headers.getRange(), file);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemType.RANGE_NOT_SATISFIABLE, "The file does not have this range", e);
    }
  }
}
