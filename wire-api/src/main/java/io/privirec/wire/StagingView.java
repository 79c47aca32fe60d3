package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How the coordinator keeps masked chunks of a round until they are summed.
///
/// @param mode `full-spool`: all of them, so that a participant may be lost; `windowed`: chunks are
///   summed while they come in, and all who exchanged shares must finish
/// @param windowChunks how far participants may be apart; absent for a full spool
/// @param diskBytes staged chunks and sums at their peak
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StagingView(
    @Schema(allowableValues = {"full-spool", "windowed"}) String mode,
    @Nullable Integer windowChunks,
    long diskBytes) {}
