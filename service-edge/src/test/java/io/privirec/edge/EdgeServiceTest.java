package io.privirec.edge;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The running test service, asked over HTTP; one for all tests. */
@SpringBootTest(
    classes = TestService.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
public abstract class EdgeServiceTest {
  protected static final String ADMIN = "0123456789-admin-token";
  protected static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Value("${local.server.port}")
  protected int port;

  @DynamicPropertySource
  static void properties(DynamicPropertyRegistry registry) {
    registry.add("privirec.data-dir", EdgeServiceTest::dataDirectory);
    registry.add("privirec.admin-token", () -> ADMIN);
  }

  protected URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  protected HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  protected HttpResponse<String> send(
      String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  protected static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  private static String dataDirectory() {
    try {
      return Files.createTempDirectory("edge-test").toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
