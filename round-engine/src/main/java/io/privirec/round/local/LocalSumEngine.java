package io.privirec.round.local;

import io.privirec.crypto.ring.RingVector;
import io.privirec.round.RoundBytes;
import io.privirec.round.SumEngine;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Sums on the cores of this machine, one chunk per task. Holds one chunk of the sum and one piece
/// of a staged chunk per core, whatever the vector's length.
public final class LocalSumEngine implements SumEngine {
  private final LocalBlobs blobs;
  private final SumFiles sums;
  private final SumFiles maskedSums;
  private final int parallelism;

  /// @param sums directory of the sums
  /// @param maskedSums directory of those with their masks on, on the same file system
  /// @param parallelism chunks that are summed at the same time
  public LocalSumEngine(LocalBlobs blobs, Path sums, Path maskedSums, int parallelism) {
    this.blobs = blobs;
    this.sums = new SumFiles(sums);
    this.maskedSums = new SumFiles(maskedSums);
    this.parallelism = parallelism;
  }

  @Override
  public void sumMasked(
      RoundId round, VectorSpec vector, SortedSet<ParticipantId> contributors, int from, int to)
      throws IOException, InterruptedException {
    onAllCores(
        from,
        to,
        chunk -> maskedSums.write(round, chunk, staged(round, vector, contributors, chunk)));
    maskedSums.seal(round);
  }

  @Override
  public void sum(Order order) throws IOException, InterruptedException {
    if (order.masked() == order.vector().chunks() && order.unmasker().masks() == 0) {
      // What was summed as it came in is the sum.
      maskedSums.moveTo(sums, order.round());
      return;
    }
    if (order.vector().isOfCiphertexts()) {
      gather(order);
      return;
    }
    onAllCores(0, order.vector().chunks(), chunk -> sumChunk(order, chunk));
    sums.seal(order.round());
  }

  @Override
  public Sums sums() {
    return sums;
  }

  @Override
  public RoundBytes maskedSums() {
    return maskedSums;
  }

  /// Keeps contributions side by side: ciphertexts are not added as numbers are.
  private void gather(Order order) throws IOException {
    int number = 0;
    for (ParticipantId participant : order.survivors()) {
      for (int chunk = 0; chunk < order.vector().chunks(); chunk++, number++) {
        if (!sums.has(order.round(), number)) {
          sums.write(
              order.round(),
              number,
              staged(order.round(), order.vector(), new TreeSet<>(Set.of(participant)), chunk));
        }
      }
    }
    sums.seal(order.round());
  }

  private void sumChunk(Order order, int chunk) throws IOException {
    boolean masked = chunk < order.masked();
    if (!sums.has(order.round(), chunk)) {
      RingVector sum =
          masked
              ? maskedSums.read(order.round(), order.vector(), chunk)
              : staged(order.round(), order.vector(), order.survivors(), chunk);
      order.unmasker().unmask(chunk, sum);
      sums.write(order.round(), chunk, sum);
    }
    if (masked) {
      // Half of the disk: it goes as soon as its successor is there to stay.
      sums.seal(order.round());
      maskedSums.delete(order.round(), chunk);
    }
  }

  private RingVector staged(
      RoundId round, VectorSpec vector, SortedSet<ParticipantId> participants, int chunk)
      throws IOException {
    int elements = vector.elementsInChunk(chunk);
    RingVector sum = RingVector.zero(vector.ring(), elements);
    for (ParticipantId participant : participants) {
      SumFiles.addFile(blobs.file(round, participant, chunk), 0, sum, 0, elements);
    }
    return sum;
  }

  @FunctionalInterface
  private interface ChunkTask {
    void run(int chunk) throws IOException;
  }

  private void onAllCores(int from, int to, ChunkTask task)
      throws IOException, InterruptedException {
    ExecutorService cores =
        Executors.newFixedThreadPool(
            Math.min(parallelism, to - from),
            Thread.ofPlatform().daemon().name("sum-", 0).factory());
    try {
      List<Future<?>> chunks = new ArrayList<>();
      for (int chunk = from; chunk < to; chunk++) {
        int number = chunk;
        chunks.add(
            cores.submit(() -> {
              task.run(number);
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
  }
}
