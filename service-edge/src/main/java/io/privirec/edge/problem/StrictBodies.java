package io.privirec.edge.problem;

import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import jakarta.validation.Validator;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON that is not the body of a request, such as a line of a stream, exactly as a body is
/// read: the same strictness, the same conditions, the same problems. Thread-safe.
public final class StrictBodies {
  private final JsonMapper mapper;
  private final Validator validator;

  StrictBodies(JsonMapper strict, Validator validator) {
    this.mapper = strict.rebuild().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    this.validator = validator;
  }

  /// Reads one value.
  ///
  /// @throws ProblemException as a body that is wrong in the same way would get it
  public <T> T read(String json, Class<T> type) {
    try {
      return valid(mapper.readValue(json, type));
    } catch (JacksonException e) {
      throw unreadable(e);
    }
  }

  /// Reads one value that has been taken apart already.
  public <T> T read(JsonNode json, Class<T> type) {
    try {
      return valid(mapper.treeToValue(json, type));
    } catch (JacksonException e) {
      throw unreadable(e);
    }
  }

  private <T> T valid(@Nullable T value) {
    if (value == null) {
      throw new ProblemException(ProblemType.MALFORMED_REQUEST, "A JSON object is required");
    }
    List<Violation> violations =
        validator.validate(value).stream()
            .map(failed ->
                new Violation(
                    BodyViolations.pointer(
                        failed.getPropertyPath().toString().replaceAll("\\.?<[^>]*>", "")),
                    failed.getMessage()))
            .sorted(Comparator.comparing(Violation::pointer))
            .toList();
    if (!violations.isEmpty()) {
      throw new ProblemException(
          ProblemType.INVALID_VALUE, BodyViolations.detail(violations), violations);
    }
    return value;
  }

  private static ProblemException unreadable(JacksonException e) {
    return ProblemException.causeOf(e)
        .orElseGet(() -> {
          String detail = BodyViolations.describe(e);
          return new ProblemException(
              ProblemType.MALFORMED_REQUEST, detail, BodyViolations.of(e, detail));
        });
  }
}
