package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// How unlike each other the answered items shall be.
///
/// @param lambda in [0, 1]: what likeness to items further up costs; 0, the default, is the plain
///   ranking
/// @param categoryCap at most so many items of one category, counted from the head of the list also
///   with an offset; items without a category are not counted
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Diversity(
    @Schema(minimum = "0", maximum = "1", defaultValue = "0", example = "0.3")
        @Nullable Double lambda,
    @Min(1) @Nullable Integer categoryCap) {}
