package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of every answer that is not a success (RFC 9457), as {@value #MEDIA_TYPE}.
///
/// @param type path of a page that explains the code
/// @param code stable; what a client switches on
/// @param traceId names this request in the service's log
public record Problem(
    @Schema(example = "/problems/invalid-value") String type,
    @Schema(example = "Invalid value") String title,
    @Schema(example = "422") int status,
    @Schema(example = "k must be in [1, 500]") @Nullable String detail,
    @Schema(example = "invalid-value") String code,
    @Schema(example = "4bf92f3577b34da6a3ce929d0e0e4736") String traceId,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<Violation> errors) {
  /// The media type of a problem.
  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    errors = errors == null ? List.of() : List.copyOf(errors);
  }

  /// Of a kind.
  public static Problem of(
      ProblemType type, @Nullable String detail, String traceId, List<Violation> errors) {
    return new Problem(
        type.type(), type.title(), type.status(), detail, type.code(), traceId, errors);
  }

  /// One condition that failed.
  ///
  /// @param pointer JSON pointer into the body (`/history/0/item`), or `/` and the name of a
  ///   parameter
  public record Violation(
      @Schema(example = "/k") String pointer,
      @Schema(example = "must be less than or equal to 500") String detail) {}
}
