package io.privirec.bench;

import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.TopK;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// One user after the other: scores of the history by GF-CF folded into F, and the best 20. The
/// mean over all users of a data set, on one thread.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 4)
@SuppressWarnings("NullAway.Init") // by the set-up
public class ScorerBenchmark {
  private static final int TOP = 20;

  /// Directory of a data set; empty for made-up data of Gowalla's size.
  @Param("")
  public String data = "";

  private InteractionMatrix train;
  private Path file;
  private FoldedFilter filter;
  private float[] scores;
  private int user;

  @Setup(Level.Trial)
  public void fold() throws IOException {
    train =
        data.isEmpty() ? GowallaShape.interactions() : DatasetReader.read(Path.of(data)).train();
    file = Files.createTempFile("privirec-bench-", ".safetensors");
    ScorerSpeed.fold(train, file);
    filter = FoldedFilter.open(file);
    scores = new float[filter.items()];
  }

  @TearDown(Level.Trial)
  public void delete() throws IOException {
    filter.close();
    Files.delete(file);
  }

  @Benchmark
  public int[] scoreAndRank() {
    user = user + 1 == train.users() ? 0 : user + 1;
    int[] history = train.row(user);
    filter.score(history, scores);
    return TopK.excluding(scores, TOP, history);
  }
}
