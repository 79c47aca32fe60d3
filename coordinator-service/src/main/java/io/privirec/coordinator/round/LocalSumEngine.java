package io.privirec.coordinator.round;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Sums on the cores of this machine, one chunk per task. Holds one chunk of the sum and one piece
/// of a staged chunk per core, whatever the vector's length.
final class LocalSumEngine implements SumEngine {
  private final StagedBlobs blobs;
  private final SumFiles sums;
  private final int parallelism;

  LocalSumEngine(StagedBlobs blobs, SumFiles sums, int parallelism) {
    this.blobs = blobs;
    this.sums = sums;
    this.parallelism = parallelism;
  }

  @Override
  public void sum(Order order) throws IOException, InterruptedException {
    ExecutorService cores =
        Executors.newFixedThreadPool(
            parallelism, Thread.ofPlatform().daemon().name("sum-", 0).factory());
    try {
      List<Future<?>> chunks = new ArrayList<>();
      for (int chunk = 0; chunk < order.vector().chunks(); chunk++) {
        int number = chunk;
        chunks.add(
            cores.submit(() -> {
              sumChunk(order, number);
              return null;
            }));
      }
      for (Future<?> chunk : chunks) {
        chunk.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException("a chunk could not be summed", e.getCause());
    } finally {
      cores.shutdownNow();
      cores.close();
    }
    sums.seal(order.round());
  }

  private void sumChunk(Order order, int chunk) throws IOException {
    if (sums.has(order.round(), chunk)) {
      return;
    }
    int elements = order.vector().elementsInChunk(chunk);
    RingVector sum = RingVector.zero(order.vector().ring(), elements);
    for (ParticipantId survivor : order.survivors()) {
      SumFiles.addFile(blobs.file(order.round(), survivor, chunk), 0, sum, 0, elements);
    }
    order.unmasker().unmask(chunk, sum);
    sums.write(order.round(), chunk, sum);
  }
}
