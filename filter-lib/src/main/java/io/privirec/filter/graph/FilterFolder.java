package io.privirec.filter.graph;

import io.privirec.filter.matrix.RowBlocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Folds a filter into one sparse item-item matrix: F, the largest entries of each row.
///
/// Of row i the N entries of largest modulus are kept (|value| descending, then index ascending),
/// with their sign and without i itself, as half floats; what rounds to zero is dropped. Negative
/// entries are evidence too: on a catalogue hardly larger than N, keeping only the positive ones
/// costs more than pruning does (docs/adr).
///
/// Rows are made in blocks of 256 on all cores and go to their places on disk: of a [FactorFilter]
/// whose terms are symmetric but for scales by half of the multiplications, else by scoring 256
/// histories. Memory beside what either takes: for each core 8 bytes per item; for each file 1 MiB
/// and 20 bytes per item, and for each core 198 · N bytes. Disk: the result; where rows have fewer
/// than N entries up to twice that, and 8 KiB for each 32 rows, while it is put together.
public final class FilterFolder {
  /// Entries kept per row when nothing else is asked for.
  public static final int DEFAULT_TOP_N = 1_000;

  private static final int BLOCK_ROWS = RowCandidates.BLOCK_ROWS;

  private FilterFolder() {}

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
    SortedMap<Integer, FilterFileWriter> writers = new TreeMap<>();
    try {
      for (Map.Entry<Integer, Path> file : files.entrySet()) {
        int limit = Math.min(file.getKey(), items);
        writers.put(file.getKey(), new FilterFileWriter(file.getValue(), items, limit));
      }
      if (!files.isEmpty()) {
        writeAll(candidates(filter, Math.min(files.lastKey(), items)), items, writers.values());
      }
      SortedMap<Integer, Long> entries = new TreeMap<>();
      for (Map.Entry<Integer, FilterFileWriter> writer : writers.entrySet()) {
        entries.put(writer.getKey(), writer.getValue().finish());
      }
      return entries;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      for (FilterFileWriter writer : writers.values()) {
        writer.close();
      }
    }
  }

  private static RowCandidates candidates(ItemFilter filter, int limit) {
    return filter instanceof FactorFilter factored && !factored.symmetricTerms().isEmpty()
        ? new SymmetricRows(factored.symmetricTerms(), limit)
        : new DenseRows(filter, limit);
  }

  private static void writeAll(
      RowCandidates candidates, int items, Collection<FilterFileWriter> writers) {
    Queue<Scratch> scratches = new ConcurrentLinkedQueue<>();
    for (int first = 0; first < items; first += BLOCK_ROWS) {
      int firstItem = first;
      int rows = Math.min(BLOCK_ROWS, items - first);
      candidates.advance(first, rows);
      scratches.addAll(
          RowBlocks.forEach(
              rows,
              RowCandidates.ROWS_PER_TASK,
              () ->
                  Objects.requireNonNullElseGet(
                      scratches.poll(), () -> new Scratch(items, writers)),
              (scratch, from, to) -> scratch.writeRows(candidates, firstItem, from, to)));
    }
  }

  /// What one thread needs to choose and write rows.
  private static final class Scratch {
    private final RowSelector selector;
    private final List<FilterFileWriter.Rows> rows;

    Scratch(int items, Collection<FilterFileWriter> writers) {
      this.selector = new RowSelector(items);
      this.rows = writers.stream().map(writer -> writer.new Rows()).toList();
    }

    void writeRows(RowCandidates candidates, int firstItem, int from, int to) {
      candidates.select(
          from, to, selector, row -> rows.forEach(each -> each.choose(firstItem + row, selector)));
      try {
        for (FilterFileWriter.Rows each : rows) {
          each.write(firstItem + from);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
