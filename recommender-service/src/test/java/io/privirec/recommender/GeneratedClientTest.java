package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A TypeScript client that is generated from the document in `docs/openapi` compiles, in strict
/// mode, and gets from a running recommender what the Java client gets.
///
/// The generator and the compiler are jars that the build copies to `target/generator`; Node.js is
/// needed on the `PATH`.
class GeneratedClientTest {
  private static final Path TOOLS = Path.of("target", "generator").toAbsolutePath();
  private static final Path DOCUMENT =
      Path.of("..", "docs", "openapi", "recommender.json").toAbsolutePath();

  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();
  @TempDir private Path directory;

  @Test
  void generatedClient_askingARunningService_getsWhatTheJavaClientGets() throws Exception {
    assumeTrue(
        hasNode(), "Node.js is not on the PATH: the generated TypeScript client was NOT tried");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path sources = directory.resolve("client");
    run(
        java,
        "-jar",
        TOOLS.resolve("openapi-generator-cli.jar").toString(),
        "generate",
        "-g",
        "typescript-fetch",
        "-i",
        DOCUMENT.toString(),
        "-o",
        sources.toString());
    Files.copy(
        Path.of("src", "test", "resources", "generated-client", "app.ts"),
        sources.resolve("app.ts"));
    run(
        "node",
        compiler().toString(),
        "--strict",
        "--module",
        "commonjs",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        "--outDir",
        directory.resolve("compiled").toString(),
        sources.resolve("app.ts").toString());
    URI uri = service.uri("");
    String item = TestReleases.item(3);

    String output =
        run("node", directory.resolve("compiled/app.js").toString(), uri.toString(), item);

    try (RecommenderClient client = RecommenderClient.at(uri).build()) {
      RecommendationAnswer expected =
          client.recommend(RecommendationRequest.of(List.of(new HistoryItem(item, null)), 3));
      assertThat(output.lines())
          .containsExactly(
              "active r-1, gf-cf, made 2026-01-02T03:05:05.000Z",
              "items " + items(expected),
              "because " + item,
              "similar " + items(client.similar(item, 3)),
              "problem 422 invalid-value /k");
    }
  }

  private static String items(RecommendationAnswer answer) {
    return answer.items().stream().map(RankedItem::item).collect(Collectors.joining(" "));
  }

  private static Path compiler() throws IOException {
    try (var files = Files.walk(TOOLS)) {
      return files
          .filter(file -> file.endsWith(Path.of("lib", "tsc.js")))
          .findFirst()
          .orElseThrow();
    }
  }

  private static boolean hasNode() {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), output).isZero();
    return output;
  }
}
