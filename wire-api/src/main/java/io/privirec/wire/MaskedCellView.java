package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cell that a participant has masked an exact sum for: every roster must list it from then on.
 *
 * @param number absent: a set that was summed before there were cells; any cell of exactly these
 *     members stands for it
 * @param members by the names that they had then
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MaskedCellView(
    @Nullable Integer number, int minimum, List<String> members, Instant firstMaskedAt) {
  public MaskedCellView {
    members = List.copyOf(members);
  }
}
