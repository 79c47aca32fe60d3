package io.privirec.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.RequestTokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Plain HTTP against a service under test.
record Api(int port, String adminToken) {
  static final JsonMapper JSON = JsonMapper.shared();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /// An answer with its body as bytes.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, byte[] body, java.net.http.HttpHeaders headers) {
    <T> T as(Class<T> type) {
      if (status >= 300) {
        throw new AssertionError("status " + status + ": " + text());
      }
      return JSON.readValue(body, type);
    }

    byte[] bytes() {
      if (status >= 300) {
        throw new AssertionError("status " + status + ": " + text());
      }
      return body;
    }

    /// The problem's code; the answer must be a problem.
    String problem() {
      String type = headers.firstValue("Content-Type").orElse("");
      if (!type.startsWith("application/problem+json")) {
        throw new AssertionError("status " + status + " as " + type + ": " + text());
      }
      JsonNode problem = JSON.readTree(body);
      if (problem.get("status").asInt() != status) {
        throw new AssertionError(text());
      }
      return problem.get("code").asString();
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// The connection broke, or there was none.
  static final class NoAnswer extends AssertionError {
    private static final long serialVersionUID = 1L;

    NoAnswer(IOException cause) {
      super("no answer", cause);
    }
  }

  URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  Answer get(String path) {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  Answer adminGet(String path) {
    return send(by(adminToken, path));
  }

  Answer adminPost(String path, Object body) {
    return send(json(by(adminToken, path), body));
  }

  Answer adminPut(String path, String text) {
    return send(
        by(adminToken, path)
            .header("Content-Type", "text/plain")
            .PUT(BodyPublishers.ofString(text)));
  }

  Answer adminNdjson(String path, String lines) {
    return send(
        by(adminToken, path)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofString(lines)));
  }

  Answer post(String path, Object body) {
    return send(json(HttpRequest.newBuilder(uri(path)), body));
  }

  Answer participantGet(RequestTokenIssuer tokens, String path) {
    return send(by(tokens.issue("GET", uri(path)), path));
  }

  Answer participantPost(RequestTokenIssuer tokens, String path, byte[] body) {
    return send(
        by(tokens.issue("POST", uri(path), Digest.of(body)), path)
            .header("Content-Type", "application/vnd.privirec.secagg.v1")
            .POST(BodyPublishers.ofByteArray(body)));
  }

  /// Uploads with a digest that need not be the body's.
  Answer participantPut(RequestTokenIssuer tokens, String path, byte[] body, Digest declared) {
    return send(upload(tokens, path, declared).PUT(BodyPublishers.ofByteArray(body)));
  }

  HttpRequest.Builder upload(RequestTokenIssuer tokens, String path, Digest declared) {
    return by(tokens.issue("PUT", uri(path), declared), path)
        .header("Content-Type", "application/octet-stream")
        .header("Content-Digest", contentDigest(declared));
  }

  HttpRequest.Builder by(String token, String path) {
    return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + token);
  }

  static String contentDigest(Digest digest) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(digest.bytes()) + ":";
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> response =
          HTTP.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofByteArray());
      return new Answer(response.statusCode(), response.body(), response.headers());
    } catch (IOException e) {
      throw new NoAnswer(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static HttpRequest.Builder json(HttpRequest.Builder request, Object body) {
    String text = body instanceof String json ? json : JSON.writeValueAsString(body);
    return request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(text));
  }
}
