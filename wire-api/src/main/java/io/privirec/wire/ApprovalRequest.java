package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Consents to a session.
///
/// @param cells that the participant is to be summed over: those that the session asks for, or
///   nothing is approved. Absent or empty: whatever it asks for
/// @param joinsAlone that the approver has read that the participant joins alone; needed if
///   `joinsAlone` of the participation is true
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ApprovalRequest(
    @Schema(example = "[1, 2]") @Distinct @Nullable List<Integer> cells,
    @Nullable Boolean joinsAlone) {
  public ApprovalRequest {
    cells = cells == null || cells.isEmpty() ? null : List.copyOf(cells);
  }
}
