package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Map;

/// What a model was measured at, on held-out data that no service has.
///
/// @param users over whom the metrics are means
/// @param metrics by name, with the cutoff: `ndcg@20`
public record EvaluationRequest(
    @Min(1) @Schema(example = "29858") long users,
    @NotNull
        @Size(min = 1, max = 32)
        @Schema(example = "{\"ndcg@20\": 0.1518, \"recall@20\": 0.1849}")
        Map<
                @Pattern(
                    regexp = EvaluationRequest.METRIC,
                    message = "must have names that match {regexp}")
                String,
                @NotNull Double>
            metrics) {
  /// What names of metrics look like.
  public static final String METRIC = "[a-z0-9][a-z0-9@._-]{0,39}";

  /// What names of data sets look like.
  public static final String DATASET = "[A-Za-z0-9][A-Za-z0-9._-]{0,39}";
}
