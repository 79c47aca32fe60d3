package io.privirec.edge.postgres;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/// Says why an external database does not let the service in, instead of a stack trace.
final class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<PSQLException> {
  private final Environment environment;

  DatabaseFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, PSQLException cause) {
    String remedy = remedy(cause);
    if (remedy == null) {
      return null;
    }
    return new FailureAnalysis(
        "The database at %s does not let this service in as user %s: %s"
            .formatted(
                DatabaseUrlCheck.place(property(DatabaseUrlCheck.PROPERTY)).orElse("(not shown)"),
                property("spring.datasource.username"),
                cause.getMessage()),
        remedy,
        cause);
  }

  /// By the states of PostgreSQL's appendix A.
  private static @Nullable String remedy(SQLException refusal) {
    return switch (String.valueOf(refusal.getSQLState())) {
      case "28P01", "28000" ->
          "Correct spring.datasource.username and spring.datasource.password, or the server's"
              + " pg_hba.conf.";
      case "3D000" -> "Create the database, or correct spring.datasource.url.";
      case "42501" ->
          "Grant the user what is refused: it creates and owns the schema of this service.";
      case "08001", "08004", "08006", "08P01", "57P03", "53300" ->
          "See that PostgreSQL runs and can be reached from here, or correct"
              + " spring.datasource.url.";
      default -> null;
    };
  }

  private String property(String name) {
    return environment.getProperty(name, "(not set)");
  }
}
