package io.privirec.serving.release;

import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.util.function.LongSupplier;

/// Heap that it takes to open a release, at least, known from its manifest. A folded filter is
/// mapped and takes none. Factors of items are kept by item and by coordinate. Of the two halves of
/// exact factors the second is there twice while it is packed.
final class ModelMemory {
  /// An id in maps, an object with its strings, degrees and ranks.
  private static final long BYTES_PER_ITEM = 200;

  /// Text of a catalogue, in strings.
  private static final long PER_CATALOGUE_BYTE = 2;

  /// Of scores: two for each processor.
  private static final long ACCUMULATORS = 2;

  /// Of exact scores: those that wait, and products of 8, 16, 24 and 32 rows.
  private static final long EXACT_VECTORS = 64 + 8 + 16 + 24 + 32;

  private ModelMemory() {}

  static long needed(SignedManifest signed, boolean exact) {
    ReleaseManifest manifest = signed.manifest();
    long items = manifest.catalogue().items();
    long scores = ACCUMULATORS * Runtime.getRuntime().availableProcessors() * Float.BYTES * items;
    long model = signed.kind().isMapped() ? 0 : 2 * bytes(signed, signed.kind().file());
    long exactModel =
        signed
            .exactFile(exact)
            .map(name -> bytes(signed, name) * 3 / 2 + EXACT_VECTORS * Float.BYTES * items)
            .orElse(0L);
    return model
        + exactModel
        + scores
        + BYTES_PER_ITEM * items
        + PER_CATALOGUE_BYTE * bytes(signed, ReleaseManifest.CATALOGUE);
  }

  private static long bytes(SignedManifest signed, String name) {
    return signed.file(name).map(ReleaseFile::bytes).orElse(0L);
  }

  /// Requires that the heap of this process has that much free. An error for want of memory would
  /// end the process, with all models that answer.
  static void require(String release, long needed) throws NoMemoryException {
    Runtime runtime = Runtime.getRuntime();
    require(
        release,
        needed,
        runtime.maxMemory(),
        () -> runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory(),
        System::gc);
  }

  /// @param free bytes that nothing has, garbage not counted
  /// @param collect makes garbage free
  static void require(String release, long needed, long heap, LongSupplier free, Runnable collect)
      throws NoMemoryException {
    if (needed > free.getAsLong()) {
      collect.run();
      if (needed > free.getAsLong()) {
        throw new NoMemoryException(release, needed, free.getAsLong(), heap);
      }
    }
  }
}
