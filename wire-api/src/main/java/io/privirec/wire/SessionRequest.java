package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a session, or with {@code :plan} for its cost.
 *
 * @param cohort participant ids; absent: everyone enrolled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionRequest(
    @Schema(
            allowableValues = {"privirec-k", "privirec", "item-degrees", "rehearsal"},
            example = "privirec-k")
        @NotBlank
        String algorithm,
    @ByAlgorithm @Valid @Nullable AlgorithmParameters parameters,
    @Nullable List<String> cohort,
    @Valid @Nullable SessionPolicy policy) {
  public SessionRequest {
    cohort = cohort == null ? null : List.copyOf(cohort);
  }
}
