package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import java.util.SortedSet;

/// A cell that a participant has masked an exact sum for: its sum counts as opened from then on, so
/// every later roster must list it.
///
/// @param number absent for a set that was summed before there were cells: any cell of exactly this
///   set then stands for it
/// @param minimum of the cell; not looked at where the number is absent
/// @param members by the names that they had then
public record MaskedCell(Optional<Integer> number, int minimum, SortedSet<ParticipantId> members) {
  public MaskedCell {
    members = Ascending.copyOf(members);
  }

  /// What to keep of a cell that is about to be masked for.
  public static MaskedCell of(Cell cell) {
    return new MaskedCell(Optional.of(cell.number()), cell.minimum(), cell.members());
  }
}
