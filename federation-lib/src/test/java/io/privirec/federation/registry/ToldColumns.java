package io.privirec.federation.registry;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Columns that one sum without noise tells. They are literal numbers, and not what the code under
/// test computes.
///
/// @param columns that the coordinator is told
/// @param ofPeers that each participant is told
public record ToldColumns(long columns, long ofPeers) {
  /// Returns the first and the second sum of each form of [FormsWithoutNoise]. Counts are a column.
  /// A product has the rank, 2, and the Gram matrix has a column for each item.
  ///
  /// @param items m, length of the catalogue
  /// @param als numbers of the equations of `als` for each item, m (m + 1) / 2 + m
  /// @param ials the same for `ials`, with the triangle that it shares beside them
  public static Map<String, List<ToldColumns>> ofForms(int items, long als, long ials) {
    return """
    als 1/1 %2$d/%2$d
    ials 1/1 %3$d/%3$d
    ddppm/plain 1/1 2/4
    ddppm/secure 1/1 2/4
    fedpower 1/1 2/2
    fedpower-utility 1/1 2/0
    item-degrees 1/0
    privirec/gf-cf 1/1 %1$d/%1$d
    privirec/turbo-cf 1/1 %1$d/0
    privirec/bspm-late 1/1 %1$d/%1$d
    privirec/bspm-early 1/1 %1$d/%1$d
    privirec-k/gf-cf 1/1 2/2
    privirec-k/spectral 1/1 2/2
    privirec-k/turbo-cf 1/1 2/2
    privirec-k/bspm-late 1/1 2/2
    privirec-k/bspm-early 1/1 2/2
    privirec-k/diag-t 1/1 2/2
    privirec-k/nystrom 1/1 2/2
    privirec-k/krylov 1/1 2/2
    privirec-k/ritz 1/1 2/2
    """
        .formatted(items, als, ials)
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(cells -> cells[0], cells -> sums(cells[1])));
  }

  private static List<ToldColumns> sums(String cells) {
    return Stream.of(cells.split(" ", -1))
        .map(cell -> cell.split("/", -1))
        .map(cell -> new ToldColumns(Long.parseLong(cell[0]), Long.parseLong(cell[1])))
        .toList();
  }
}
