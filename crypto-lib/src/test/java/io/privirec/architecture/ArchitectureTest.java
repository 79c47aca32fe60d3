package io.privirec.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static io.privirec.architecture.Architecture.found;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.left.Left;
import io.privirec.architecture.right.Right;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Each shared rule finds what breaks it.
class ArchitectureTest {
  private static final class Impure {
    static final String STATEMENT = "select * from own join foreign_one on true, foreign_two";

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
        .singleElement()
        .asString()
        .contains("nanoTime");
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
    ArchRule rule = Architecture.noCircleAmongPackagesOf("io.privirec.architecture");
    assertThat(found(rule, Left.class, Right.class)).isNotEmpty();
    assertThat(found(rule, Impure.class)).isEmpty();
  }

  @Test
  void statement_onTablesOfOthers_isFound() {
    var condition =
        new FeatureTables(
            "io.privirec",
            Map.of("architecture", List.of("own"), "other", List.of("foreign_one", "foreign_two")));
    assertThat(found(classes().should(condition), Impure.class))
        .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
        .containsExactly("foreign_one", "foreign_two");
  }
}
