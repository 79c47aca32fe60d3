package io.privirec.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// Rules that several modules keep; the rest is said by each module's own `ArchitectureTest`.
public final class Architecture {
  /// A URI is a text: nothing is opened by it.
  public static final ArchRule NO_CLOCK_NETWORK_OR_LOGGER =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.sql..", "java.util.logging..", "java.net..", "java.time..")
                  .and(not(belongToAnyOf(URI.class, URISyntaxException.class))))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Clock.class, Instant.class)
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class);

  /// Applies to libraries. A program that embeds a library would need its frameworks, too.
  public static final ArchRule NO_FRAMEWORK =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.springframework..",
              "tools.jackson..",
              "com.fasterxml..",
              "jakarta..",
              "java.sql..",
              "javax.sql..",
              "java.util.logging..",
              "org.slf4j..");

  public static final ArchRule NO_RANDOMNESS_OF_ITS_OWN =
      noClasses()
          .should()
          .callConstructor(SecureRandom.class)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Random.class, ThreadLocalRandom.class)
          .orShould()
          .callMethod(Math.class, "random");

  /// Each package alone, without those below it.
  public static final ArchRule NO_CIRCLE_AMONG_PACKAGES =
      slices().matching("io.privirec.(**)").should().beFreeOfCycles();

  /// Top-level types with their nested types. A sealed type and the types that it permits form one
  /// group.
  public static final ArchRule NO_CIRCLE_AMONG_TYPES =
      slices().assignedFrom(new TypeGroups()).should().beFreeOfCycles();

  private static final Pattern DATABASE =
      Pattern.compile(
          "org\\.springframework\\.jdbc\\.core\\..*|jakarta\\.persistence\\.EntityManager");

  private static final DescribedPredicate<JavaClass> HOLD_A_DATABASE =
      DescribedPredicate.describe(
          "hold a database",
          each ->
              each.getAllFields().stream()
                  .anyMatch(field -> DATABASE.matcher(field.getRawType().getName()).matches()));

  private static final List<String> ANSWERS =
      List.of(
          "io.privirec.edge.problem.RefusalMapping",
          "org.springframework.web.filter.OncePerRequestFilter",
          "org.springframework.web.servlet.HandlerExceptionResolver");

  /// Controllers, filters, the mapping of refusals to problems, and their nested classes.
  private static final DescribedPredicate<JavaClass> ANSWER_REQUESTS =
      DescribedPredicate.describe("answer requests", Architecture::answersRequests);

  private Architecture() {}

  private static boolean answersRequests(JavaClass type) {
    return type.isAnnotatedWith("org.springframework.web.bind.annotation.RestController")
        || type.isAnnotatedWith("org.springframework.stereotype.Controller")
        || ANSWERS.stream().anyMatch(type::isAssignableTo)
        || type.getEnclosingClass().filter(Architecture::answersRequests).isPresent();
  }

  /// The classes of a module, without its tests.
  public static JavaClasses of(String packageName) {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(packageName);
  }

  /// Only controllers, the mapping of refusals and packages named `web` know problems of HTTP.
  ///
  /// @param readers packages that read the problems of others
  public static ArchRule problemsOnlyInWeb(String... readers) {
    return noClasses()
        .that()
        .resideOutsideOfPackage("..web..")
        .and(not(ANSWER_REQUESTS))
        .and()
        .resideOutsideOfPackages(readers)
        .should()
        .dependOnClassesThat()
        .haveNameMatching("io\\.privirec\\.(edge\\.problem|wire)\\.Problem.*");
  }

  /// A store keeps rows and decides nothing: it is given no part of a feature that does. Records
  /// and enums are values.
  ///
  /// @param service its package
  public static ArchRule storesCallNoFeature(String service) {
    return noFields()
        .that()
        .areDeclaredInClassesThat(HOLD_A_DATABASE)
        .should()
        .haveRawType(
            resideInAPackage(service + "..")
                .and(not(HOLD_A_DATABASE))
                .and(not(assignableTo(Record.class)))
                .and(not(assignableTo(Enum.class))));
  }

  /// No class is public that answers requests, stores rows or counts: other features call the use
  /// case.
  public static ArchRule hiddenAdapters() {
    return noClasses()
        .that(
            ANSWER_REQUESTS
                .or(HOLD_A_DATABASE)
                .or(
                    DescribedPredicate.describe(
                        "hold meters",
                        each ->
                            each.getAllFields().stream()
                                .anyMatch(field ->
                                    field
                                        .getRawType()
                                        .getPackageName()
                                        .startsWith("io.micrometer.core")))))
        .should()
        .bePublic();
  }

  /// Only controllers know HTTP.
  ///
  /// @param configuration pattern of names of classes that configure HTTP
  public static ArchRule httpOnlyInControllers(String configuration) {
    return noClasses()
        .that(not(ANSWER_REQUESTS))
        .and()
        .haveNameNotMatching(configuration)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.web..",
            "org.springframework.http..",
            "org.springframework.security..",
            "io.swagger..",
            "jakarta.servlet..");
  }

  /// Returns the messages of a rule about classes that break the rule.
  public static List<String> found(ArchRule rule, Class<?>... broken) {
    return rule.evaluate(new ClassFileImporter().importClasses(broken))
        .getFailureReport()
        .getDetails();
  }
}
