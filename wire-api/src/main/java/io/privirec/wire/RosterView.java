package io.privirec.wire;

import java.util.List;

/// A roster that a service has taken.
///
/// @param sha256 of the bytes that the keeper signed; there is one text of a version
/// @param members how many participants it names
/// @param cells current and former ones, ascending by number
/// @param unlisted participants of this service that are in no current cell, or have another key in
///   the roster: they take part in no session over data
public record RosterView(
    int version, String sha256, int members, List<CellView> cells, List<String> unlisted) {
  public RosterView {
    cells = List.copyOf(cells);
    unlisted = List.copyOf(unlisted);
  }

  /// A cell of a roster.
  ///
  /// @param minimum how many holders each atom of it has at least, waivers aside
  /// @param former whether no new sum is opened over it
  public record CellView(int number, int minimum, boolean former, int members) {}
}
