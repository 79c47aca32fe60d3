package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A batch of recommendations that is answered in the background.
///
/// @param lines requests that were sent
/// @param answered lines that were worked on so far, those with a problem among them
/// @param problems lines that were answered with a problem
/// @param failure why it failed: `interrupted` by a restart, `storage-full` when there was no room
///   for its result, `storage` when files could not be read or written, `no-model`, `internal`
/// @param resultBytes size of the result, once there is one
/// @param finishedAt when it was done or failed
/// @param deletedAt when it is deleted with its result
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobView(
    @Schema(example = "0f8fad5bd9cb469fa165708671b5a3c1") String id,
    Status status,
    @Schema(example = "29858") long lines,
    @Schema(example = "29858") long answered,
    @Schema(example = "0") long problems,
    @Nullable String failure,
    @Schema(example = "38214400") @Nullable Long resultBytes,
    Instant createdAt,
    @Nullable Instant finishedAt,
    @Nullable Instant deletedAt) {
  /// Where a job is.
  public enum Status {
    QUEUED,
    RUNNING,
    COMPLETED,
    FAILED
  }
}
