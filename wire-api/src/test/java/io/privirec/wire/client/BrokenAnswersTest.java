package io.privirec.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client of a service whose answers stop or make no sense.
class BrokenAnswersTest {
  private static final RecommendationRequest REQUEST =
      RecommendationRequest.of(List.of(new HistoryItem("a", null)), 1);
  private static final String LINE = "{\"line\":1,\"id\":null,\"answer\":null,\"problem\":null}\n";

  @TempDir Path directory;
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private RecommenderClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
    client = client(Duration.ofMillis(300));
  }

  @AfterEach
  void stop() {
    end.countDown();
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private RecommenderClient client(Duration timeout) {
    return RecommenderClient.at(URI.create("http://localhost:" + server.getAddress().getPort()))
        .timeout(timeout)
        .build();
  }

  /// Answers with a text; what comes after it is promised, and never sent.
  private void answerAndStop(int status, String text) {
    answer(status, text, text.length() + 1);
  }

  private void answer(int status, String text) {
    answer(status, text, text.length());
  }

  private void answer(int status, String text, int length) {
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, length);
          OutputStream body = exchange.getResponseBody();
          body.write(text.getBytes(StandardCharsets.UTF_8));
          body.flush();
          if (length > text.length()) {
            await();
          }
          exchange.close();
        });
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void loadModel_answeredAfterTheTimeoutOfOtherCalls_isAnswered() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(600);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          byte[] none =
              "{\"active\":null,\"policy\":\"newest\",\"limit\":4,\"models\":[]}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, none.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(none);
          }
        });

    assertThat(client.loadModel("r-1").models()).isEmpty();
    assertThatThrownBy(() -> client.activateModel("r-1")).isInstanceOf(HttpTimeoutException.class);
    try (RecommenderClient hasty =
        RecommenderClient.at(URI.create("http://localhost:" + server.getAddress().getPort()))
            .loadTimeout(Duration.ofMillis(300))
            .build()) {
      assertThatThrownBy(() -> hasty.loadModel("r-1")).isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void answer_thatStops_isATimeout() {
    answerAndStop(200, "{\"models\":");

    assertThatThrownBy(client::models).isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void problem_thatStops_isATimeout() {
    answerAndStop(503, "{");

    assertThatThrownBy(client::models).isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void batch_thatStops_givesWhatCame_andFails() throws Exception {
    answerAndStop(200, LINE);

    try (Stream<BatchAnswer> answers = client.recommend(List.of(new BatchRequest("u", REQUEST)))) {
      var each = answers.iterator();
      assertThat(each.next().line()).isEqualTo(1);
      assertThatThrownBy(each::hasNext)
          .isInstanceOf(UncheckedIOException.class)
          .hasRootCauseInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void batch_readSlowly_isNoTimeout() throws Exception {
    // More than what the client and the connection keep.
    int lines = 200_000;
    answer(200, LINE.repeat(lines));

    // Long enough for a server that waits for a core.
    Duration timeout = Duration.ofSeconds(2);
    try (Stream<BatchAnswer> answers =
        client(timeout).recommend(List.of(new BatchRequest("u", REQUEST)))) {
      var each = answers.iterator();
      each.next();
      Thread.sleep(timeout.plusSeconds(1));
      assertThat(IntStream.range(1, lines).allMatch(_ -> each.next().line() == 1)).isTrue();
      assertThat(each.hasNext()).isFalse();
    }
  }

  @Test
  void batch_withALineThatIsNone_failsWithoutItsText() throws Exception {
    answer(200, "{\"line\":\"somebody's film\"}\n");

    try (Stream<BatchAnswer> answers = client.recommend(List.of(new BatchRequest("u", REQUEST)))) {
      assertThatThrownBy(answers::toList)
          .isInstanceOf(UncheckedIOException.class)
          .hasRootCauseMessage("the answer is no BatchAnswer")
          .hasMessageNotContaining("film");
    }
  }

  @Test
  void download_thatStops_leavesNoFile_andCanBeTriedAgain() throws Exception {
    Path target = directory.resolve("result.ndjson");
    answerAndStop(200, LINE);
    assertThatThrownBy(() -> client.downloadJobResult("j", target))
        .isInstanceOf(HttpTimeoutException.class);
    assertThat(directory).isEmptyDirectory();

    server.removeContext("/");
    answer(200, LINE);
    client.downloadJobResult("j", target);

    assertThat(directory.toFile().list()).containsExactly("result.ndjson");
    assertThat(target).hasContent(LINE);
  }

  @Test
  void download_toAFileThatExists_leavesItAsItIs() throws Exception {
    Path target = Files.writeString(directory.resolve("result.ndjson"), "mine");
    answer(200, LINE);

    assertThatThrownBy(() -> client.downloadJobResult("j", target))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(target).hasContent("mine");
    assertThat(directory.toFile().list()).containsExactly("result.ndjson");
  }
}
