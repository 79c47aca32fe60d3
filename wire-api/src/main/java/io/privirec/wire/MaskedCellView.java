package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A cell of a cohort that a participant has joined for an exact sum: every roster must list it
/// from then on.
///
/// @param number absent: a set that was summed before there were cells; any cell of exactly these
///   members stands for it
/// @param members by the names that they had then
/// @param masked whether it masked for it, so that the sum counts as opened
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MaskedCellView(
    @Nullable Integer number,
    int minimum,
    List<String> members,
    Instant firstJoinedAt,
    boolean masked) {
  public MaskedCellView {
    members = List.copyOf(members);
  }
}
