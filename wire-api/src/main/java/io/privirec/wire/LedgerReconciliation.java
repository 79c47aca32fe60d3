package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/// Reconciles a locked ledger.
///
/// @param by from what
/// @param unnoticed with WORST_CASE: also where nothing is locked
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerReconciliation(
    @NotNull Way by,
    @Schema(
            description =
                "with WORST_CASE: also where nothing is locked, because you know of a restore that"
                    + " ledger and database cannot tell of",
            defaultValue = "false")
        @Nullable Boolean unnoticed) {
  /// Where the truth is.
  public enum Way {
    /// In the copy that is kept apart.
    COPY,
    /// In the file, which has more entries than its head says: the database was restored.
    FILE,
    /// Nowhere: all that limits, or the budget, allow within a period counts as spent.
    WORST_CASE
  }

  /// Whether a ledger that is not locked may be reconciled, too.
  public boolean coversUnlocked() {
    return by == Way.WORST_CASE && Boolean.TRUE.equals(unnoticed);
  }
}
