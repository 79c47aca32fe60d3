package io.privirec.wire;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = Architecture.of("io.privirec.wire");

  /// A generated builder is a part of its record.
  private static final DescribedPredicate<JavaClass> WRITTEN_BY_HAND =
      DescribedPredicate.describe(
          "are written by hand",
          type ->
              !type.getName().matches("io\\.privirec\\.wire\\.algorithm\\.\\w+Builder(\\$.*)?"));

  @Test
  void packagesAndTypes_areInNoCircle() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(CLASSES);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(CLASSES.that(WRITTEN_BY_HAND));
  }
}
