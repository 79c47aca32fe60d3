package io.privirec.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static io.privirec.architecture.Architecture.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.architecture.circle.Owner;
import io.privirec.architecture.circle.Reader;
import io.privirec.architecture.circle.Shape;
import io.privirec.architecture.circle.Square;
import io.privirec.architecture.left.Left;
import io.privirec.architecture.right.Right;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each shared rule finds what breaks it.
class ArchitectureTest {
  static final class Impure {
    static final String STATEMENT = "select * from own o, foreign_one join foreign_two on true";

    static final String OTHER = "(SELECT 1 FROM only public.foreign_three)";

    @Nullable Logger log() {
      return null;
    }

    long now() {
      return System.nanoTime();
    }

    SecureRandom random() {
      return new SecureRandom();
    }
  }

  @Test
  void clock_inAClass_isFound() {
    assertThat(found(Architecture.NO_CLOCK_NETWORK_OR_LOGGER, Impure.class))
        .anyMatch(line -> line.contains("nanoTime"))
        .anyMatch(line -> line.contains("Logger"));
  }

  @Test
  void framework_inAClass_isFound() {
    assertThat(found(Architecture.NO_FRAMEWORK, Impure.class))
        .singleElement()
        .asString()
        .contains("Logger");
  }

  @Test
  void randomness_inAClass_isFound() {
    assertThat(found(Architecture.NO_RANDOMNESS_OF_ITS_OWN, Impure.class))
        .singleElement()
        .asString()
        .contains("SecureRandom");
  }

  @Test
  void circle_amongPackages_isFound() {
    assertThat(found(Architecture.NO_CIRCLE_AMONG_PACKAGES, Left.class, Right.class)).isNotEmpty();
  }

  @Test
  void circle_amongTypesOfAPackage_isFound() {
    assertThat(
            found(Architecture.NO_CIRCLE_AMONG_TYPES, Owner.class, Owner.Name.class, Reader.class))
        .isNotEmpty();
  }

  @Test
  void circle_ofASealedTypeAndWhatItPermits_isAllowed() {
    assertThat(found(Architecture.NO_CIRCLE_AMONG_TYPES, Shape.class, Square.class)).isEmpty();
  }

  @Test
  void statement_onTablesOfOthers_isFound() {
    var condition =
        new FeatureTables(
            "io.privirec",
            Map.of(
                "architecture",
                List.of("own"),
                "other",
                List.of("foreign_one", "foreign_two", "foreign_three")));
    assertThat(found(classes().should(condition), Impure.class))
        .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrder("foreign_one", "foreign_two", "foreign_three");
  }
}
