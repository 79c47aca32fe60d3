package io.privirec.fuzz.document;

import io.privirec.wire.ProblemType;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Callers switch on codes and status.
class ProblemCodesTest {
  @Test
  void codesAndStatus_stayAsTheyAre() {
    CheckedInText.requireFrozen(
        "problems.txt",
        Arrays.stream(ProblemType.values())
            .map(type -> "%s %d %s%n".formatted(type.code(), type.status(), type.type()))
            .sorted()
            .collect(Collectors.joining()));
  }
}
