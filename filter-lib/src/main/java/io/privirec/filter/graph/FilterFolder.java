package io.privirec.filter.graph;

import io.privirec.filter.matrix.RowBlocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// Folds a filter into one sparse item-item matrix: F, the largest entries of each row.
///
/// Of row i the N entries of largest modulus are kept (|value| descending, then index ascending),
/// with their sign and without i itself, as half floats; what rounds to zero is dropped. Negative
/// entries are evidence too: on a catalogue hardly larger than N, keeping only the positive ones
/// costs more than pruning does (docs/adr).
///
/// Rows are made in blocks of 256 on all cores and streamed to disk: of a [FactorFilter] whose
/// terms are symmetric but for scales by half of the multiplications, else by scoring 256
/// histories. Memory beside what either takes: 384 · N floats, 8 bytes per item, and 8 bytes per
/// item and core. Disk: twice the result while it is put together.
public final class FilterFolder {
  /// Entries kept per row when nothing else is asked for.
  public static final int DEFAULT_TOP_N = 1_000;

  private static final int BLOCK_ROWS = RowCandidates.BLOCK_ROWS;

  private final int limit;
  private final int[] columns;
  private final short[] halves;
  private final int[] counts = new int[BLOCK_ROWS];
  private final FilterFileWriter writer;

  private FilterFolder(int items, int limit, Path file) throws IOException {
    this.limit = limit;
    this.writer = new FilterFileWriter(file, items);
    this.columns = new int[BLOCK_ROWS * limit];
    this.halves = new short[BLOCK_ROWS * limit];
  }

  /// Folds a filter into a file, which appears whole under its name or not at all.
  ///
  /// @param topN entries kept per row, at least 1
  /// @param file `filter.safetensors`, see [FoldedFilter]; its directory must exist
  /// @return number of entries kept
  /// @throws ArithmeticException when an entry is too large for a half float
  public static long fold(ItemFilter filter, int topN, Path file) throws IOException {
    SortedMap<Integer, Path> files = new TreeMap<>(Map.of(topN, file));
    return Objects.requireNonNull(foldEach(filter, files).get(topN));
  }

  /// Folds a filter into several files, one for each number of entries kept per row: the filter is
  /// asked once, and every file is as if it had been made alone.
  ///
  /// @param files by entries kept per row, each at least 1
  /// @return number of entries kept in each file
  /// @throws ArithmeticException when an entry is too large for a half float
  public static SortedMap<Integer, Long> foldEach(ItemFilter filter, SortedMap<Integer, Path> files)
      throws IOException {
    if (!files.isEmpty() && files.firstKey() < 1) {
      throw new IllegalArgumentException("topN must be at least 1. Provided: " + files.firstKey());
    }
    int items = filter.items();
    SortedMap<Integer, FilterFolder> folders = new TreeMap<>();
    try {
      for (Map.Entry<Integer, Path> file : files.entrySet()) {
        int limit = Math.min(file.getKey(), items);
        folders.put(file.getKey(), new FilterFolder(items, limit, file.getValue()));
      }
      if (!files.isEmpty()) {
        writeAll(candidates(filter, Math.min(files.lastKey(), items)), items, folders.values());
      }
      SortedMap<Integer, Long> entries = new TreeMap<>();
      for (Map.Entry<Integer, FilterFolder> folder : folders.entrySet()) {
        entries.put(folder.getKey(), folder.getValue().writer.finish());
      }
      return entries;
    } finally {
      for (FilterFolder folder : folders.values()) {
        folder.writer.close();
      }
    }
  }

  private static RowCandidates candidates(ItemFilter filter, int limit) {
    return filter instanceof FactorFilter factored && !factored.symmetricTerms().isEmpty()
        ? new SymmetricRows(factored.symmetricTerms(), limit)
        : new DenseRows(filter, limit);
  }

  private static void writeAll(
      RowCandidates candidates, int items, Collection<FilterFolder> folders) throws IOException {
    for (int first = 0; first < items; first += BLOCK_ROWS) {
      int rows = Math.min(BLOCK_ROWS, items - first);
      candidates.advance(first, rows);
      RowBlocks.forEach(
          rows,
          RowCandidates.ROWS_PER_TASK,
          () -> new RowSelector(items),
          (selector, from, to) ->
              candidates.select(
                  from, to, selector, row -> folders.forEach(each -> each.choose(row, selector))));
      for (FilterFolder folder : folders) {
        folder.writeRows(rows);
      }
    }
  }

  private void choose(int row, RowSelector selector) {
    counts[row] = selector.choose(limit, columns, halves, row * limit);
  }

  private void writeRows(int rows) throws IOException {
    for (int row = 0; row < rows; row++) {
      for (int n = row * limit; n < row * limit + counts[row]; n++) {
        if ((halves[n] & 0x7fff) == FilterFileWriter.HALF_INFINITY) {
          throw new ArithmeticException("an entry of F is too large for a half float");
        }
      }
      writer.writeRow(columns, halves, row * limit, counts[row]);
    }
  }
}
