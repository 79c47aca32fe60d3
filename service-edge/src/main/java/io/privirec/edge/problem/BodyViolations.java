package io.privirec.edge.problem;

import io.privirec.wire.Problem.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.validation.Errors;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Where in the input the failed conditions are. Rejected values are never repeated.
final class BodyViolations {
  private BodyViolations() {}

  static List<Violation> of(Errors result) {
    List<Violation> violations = new ArrayList<>();
    for (FieldError error : result.getFieldErrors()) {
      violations.add(new Violation(pointer(error.getField()), message(error)));
    }
    result.getGlobalErrors().forEach(error -> violations.add(new Violation("", message(error))));
    return violations;
  }

  static List<Violation> of(MethodValidationResult result) {
    List<Violation> violations = new ArrayList<>();
    for (ParameterValidationResult parameter : result.getParameterValidationResults()) {
      if (parameter instanceof ParameterErrors body) {
        violations.addAll(of(body));
      } else {
        String name = String.valueOf(parameter.getMethodParameter().getParameterName());
        parameter
            .getResolvableErrors()
            .forEach(error -> violations.add(new Violation(pointer(name), message(error))));
      }
    }
    return violations;
  }

  /// The place where reading the JSON stopped; nothing when the text is no JSON at all.
  static List<Violation> of(JacksonException failure, String detail) {
    if (failure.getPath().isEmpty()) {
      return List.of();
    }
    StringBuilder pointer = new StringBuilder();
    for (JacksonException.Reference step : failure.getPath()) {
      String name = step.getPropertyName();
      pointer.append('/').append(name == null ? step.getIndex() : escaped(name));
    }
    return List.of(new Violation(pointer.toString(), detail));
  }

  /// All of them in one sentence: the first.
  static String detail(List<Violation> violations) {
    return violations.isEmpty()
        ? "A value is outside its range"
        : (violations.getFirst().pointer().replaceFirst("^/", "")
                + " "
                + violations.getFirst().detail())
            .strip();
  }

  /// Why JSON cannot be read; repeats nothing of it.
  static String describe(JacksonException json) {
    if (json instanceof UnrecognizedPropertyException) {
      return "The body has a property that is not known here";
    }
    if (json instanceof DatabindException) {
      return "The body has a missing value or a value of the wrong type";
    }
    var location = json.getLocation();
    return location == null || location.getLineNr() < 1
        ? "The body is not readable JSON"
        : "The body is not readable JSON: line %s, column %s"
            .formatted(location.getLineNr(), location.getColumnNr());
  }

  /// `history[0].item` becomes `/history/0/item`.
  static String pointer(String propertyPath) {
    return "/" + propertyPath.replace("].", "/").replace("]", "").replaceAll("[.\\[]", "/");
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static String message(MessageSourceResolvable error) {
    @Nullable String message = error.getDefaultMessage();
    return message == null ? "is invalid" : message;
  }
}
