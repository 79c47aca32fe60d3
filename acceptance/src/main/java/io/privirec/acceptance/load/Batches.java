package io.privirec.acceptance.load;

import io.privirec.wire.JobView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// Has many histories answered, and looks at the lines of the answers without parsing them: what
/// asks shares the cores with what answers.
///
/// @param recommender the operator's, where jobs are asked for
record Batches(URI url, RecommenderClient recommender) {
  /// Lines of one stream, as many as there may be.
  private static final int LINES = 1000;

  private static final int STREAMS = 2;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String ANSWERED = "\"answer\":{";

  /// Returns the seconds that streams of 1,000 lines take, two at a time.
  double streams(List<String> lines) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newFixedThreadPool(STREAMS)) {
      long begun = System.nanoTime();
      List<Future<Long>> answered = new ArrayList<>();
      for (int from = 0; from < lines.size(); from += LINES) {
        List<String> part = lines.subList(from, Math.min(from + LINES, lines.size()));
        answered.add(threads.submit(() -> stream(http, part)));
      }
      long count = 0;
      for (Future<Long> one : answered) {
        count += one.get();
      }
      requireAll(count, lines.size());
      return (System.nanoTime() - begun) / 1e9;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    }
  }

  private long stream(HttpClient http, List<String> lines)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("/v1/recommendations:batch"))
            .timeout(LONGEST)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofString(String.join("\n", lines) + "\n"))
            .build();
    HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
    try (Stream<String> answers = response.body()) {
      if (response.statusCode() != 200) {
        throw new IOException("a batch was answered with " + response.statusCode());
      }
      return answers.filter(line -> line.contains(ANSWERED)).count();
    }
  }

  /// Returns the seconds until a job that was sent is completed; its result is looked at after.
  double job(Path requests, int lines) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    JobView job = recommender.createJob(requests);
    Path result = Files.createTempFile("privirec-batches-", ".result");
    try {
      while (!isOver(job)) {
        if (System.nanoTime() - begun > LONGEST.toNanos()) {
          throw new IOException("the job takes longer than " + LONGEST);
        }
        Thread.sleep(POLL);
        job = recommender.job(job.id());
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      Files.delete(result);
      recommender.downloadJobResult(job.id(), result);
      try (Stream<String> answers = Files.lines(result)) {
        requireAll(answers.filter(line -> line.contains(ANSWERED)).count(), lines);
      }
      return seconds;
    } finally {
      Files.deleteIfExists(result);
      recommender.deleteJob(job.id());
    }
  }

  private static boolean isOver(JobView job) throws IOException {
    return switch (job.status()) {
      case COMPLETED -> true;
      case FAILED -> throw new IOException("the job failed: " + job.failure());
      default -> false;
    };
  }

  private static void requireAll(long answered, int asked) throws IOException {
    if (answered != asked) {
      throw new IOException("%d of %d lines were answered".formatted(answered, asked));
    }
  }
}
