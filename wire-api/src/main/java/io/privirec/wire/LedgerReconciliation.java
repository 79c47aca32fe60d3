package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How the operator puts an end to a difference between the ledger's file and its head.
///
/// @param reason for the ledger, where something is presumed; printable ASCII
public record LedgerReconciliation(
    @NotNull Way way, @Size(max = 200) @Pattern(regexp = "[\\x20-\\x7E]+") String reason) {
  public LedgerReconciliation(Way way, @Nullable String reason) {
    this.way = way;
    this.reason = Objects.requireNonNullElse(reason, "presumed by the operator");
  }

  /// Where the truth is.
  public enum Way {
    /// In the copy.
    @JsonProperty("copy")
    COPY,
    /// In the file, which has more entries than its head says.
    @JsonProperty("file")
    FILE,
    /// Nowhere: the whole budget of a period counts as spent.
    @JsonProperty("presume")
    PRESUME
  }
}
