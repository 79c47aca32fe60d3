package io.privirec.edge.lifecycle;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/// What no other analyser explains, and is not a defect all the same: a value that its record
/// refuses, a file that cannot be read or understood, a schema that does not fit. Says the reason
/// in place of a stack trace of a hundred lines.
@Order(Ordered.LOWEST_PRECEDENCE)
final class ForeseenFailureAnalyzer implements FailureAnalyzer {
  /// By name: not every service has the libraries.
  private static final List<String> FORESEEN =
      List.of(
          IOException.class.getName(),
          YAMLException.class.getName(),
          "org.flywaydb.core.api.FlywayException",
          "org.springframework.boot.ssl.NoSuchSslBundleException");

  /// Foreseen where our own code says them, or a record of settings does; else a defect.
  private static final List<String> FORESEEN_OF_OURS =
      List.of(IllegalArgumentException.class.getName(), IllegalStateException.class.getName());

  private static final String OURS = "io.privirec.";

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    Throwable root = chain(failure).reduce(failure, (_, next) -> next);
    // Those without an order come in any order, before this one or after it.
    return isForeseen(failure, root) && root.getMessage() != null && !isExplained(failure)
        ? explain(failure, root)
        : null;
  }

  private static boolean isForeseen(Throwable failure, Throwable root) {
    return FORESEEN.stream().anyMatch(type -> isA(root, type))
        || (FORESEEN_OF_OURS.stream().anyMatch(type -> isA(root, type))
            && (chain(failure).anyMatch(BindException.class::isInstance) || isOurs(root)));
  }

  private static boolean isOurs(Throwable root) {
    StackTraceElement[] frames = root.getStackTrace();
    return frames.length > 0 && frames[0].getClassName().startsWith(OURS);
  }

  private static boolean isA(Throwable failure, String type) {
    return Stream.<Class<?>>iterate(failure.getClass(), Objects::nonNull, Class::getSuperclass)
        .anyMatch(each -> each.getName().equals(type));
  }

  /// By one of those that need nothing of the application: the others know failures of beans.
  private static boolean isExplained(Throwable failure) {
    return SpringFactoriesLoader.forDefaultResourceLocation(
            ForeseenFailureAnalyzer.class.getClassLoader())
        .load(FailureAnalyzer.class, FailureHandler.handleMessage((_, _) -> {}))
        .stream()
        .filter(analyzer -> !(analyzer instanceof ForeseenFailureAnalyzer))
        .anyMatch(analyzer -> analyzer.analyze(failure) != null);
  }

  private static FailureAnalysis explain(Throwable failure, Throwable root) {
    Optional<String> bound =
        chain(failure)
            .filter(BindException.class::isInstance)
            .map(cause -> ((BindException) cause).getName().toString())
            .reduce((_, next) -> next);
    String where =
        bound.map(name -> "A property at or below " + name + " cannot be used. ").orElse("");
    return new FailureAnalysis(
        where + inWords(root), "--debug shows where this was found.", failure);
  }

  /// Of a parser what it found and where, without the line that is there: it may have a secret.
  private static String inWords(Throwable root) {
    if (root instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null) {
      return "A file of the configuration is no YAML: %s, line %s, column %s"
          .formatted(
              yaml.getProblem(),
              yaml.getProblemMark().getLine() + 1,
              yaml.getProblemMark().getColumn() + 1);
    }
    return String.valueOf(root.getMessage());
  }

  /// Causes, from the outermost on; a ring ends somewhere.
  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(50);
  }
}
