package io.privirec.wire;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = Architecture.of("io.privirec.wire");

  @Test
  void packagesAndTypes_areInNoCircle() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(CLASSES);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(CLASSES);
  }
}
