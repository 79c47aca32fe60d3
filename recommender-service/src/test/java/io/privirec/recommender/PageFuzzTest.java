package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.ProblemType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Random forms and queries to the page, over sockets, because no client would send them. The API
/// has [HttpFuzzIT], which begins with its description; the page has none.
class PageFuzzTest {
  private static final int REQUESTS = 2_500;
  private static final List<String> NAMES =
      List.of("item", "add", "remove", "words", "", "ITEM", "item[]", "words.x", "_csrf", "\u0000");
  private static final List<String> TYPES =
      List.of(
          "application/x-www-form-urlencoded",
          "application/x-www-form-urlencoded; charset=UTF-16",
          "application/x-www-form-urlencoded; charset=no-such-charset",
          "application/x-www-form-urlencoded; charset=\"",
          "application/x-www-form-urlencoded; boundary=x",
          "multipart/form-data; boundary=x",
          "multipart/form-data",
          "application/json",
          "text/plain",
          "*/*",
          "/",
          "");
  private static final List<String> PARTS =
      List.of(
          "<script>alert(1)</script>",
          "\"><img src=x>",
          "${7*7}",
          "__${7*7}__::x",
          "%",
          "%zz",
          "%u0041",
          "%00",
          "%c3%28",
          "%ed%a0%80",
          "%ff%fe",
          "%f0%9f%98%80",
          "\ud83d\ude00",
          "\u202e",
          "\u0130",
          "\u0007\u001b[0m",
          "+++",
          "=",
          "&",
          ";",
          "../../etc/passwd",
          "' or 1=1 --",
          "\\",
          "T ");
  private static final List<String> TRACES =
      List.of("\tat ", "Exception", "java.lang", "org.spring");

  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();

  @Test
  void page_randomFormsAndQueries_isShownOrAProblem() throws Exception {
    SplittableRandom random = new SplittableRandom(20260102);
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int n = 0; n < REQUESTS; n++) {
      byte[] request = request(random);
      String answer = new String(exchange(request), StandardCharsets.ISO_8859_1);
      String asked = "request " + n + ": " + new String(request, StandardCharsets.ISO_8859_1);
      assertThat(answer).as(asked).startsWith("HTTP/1.1 ");
      int status = Integer.parseInt(answer.substring(9, 12));
      statuses.merge(status, 1, Integer::sum);
      assertThat(status).as(asked).matches(s -> s == 200 || (s >= 400 && s < 500));
      assertThat(answer).as(asked).doesNotContain("<script").doesNotContain(TRACES);
      if (status != 200) {
        requireProblem(asked, status, answer);
      }
    }
    // Not all are refused, and not all are harmless.
    assertThat(statuses.get(200)).as(statuses.toString()).isGreaterThan(REQUESTS / 4);
    assertThat(statuses.keySet()).as(statuses.toString()).contains(400, 413, 415);
    service.get("/readyz").is(200);
  }

  private static void requireProblem(String asked, int status, String answer) {
    assertThat(answer).as(asked).contains("application/problem+json");
    // Chunked bodies have their lengths around them.
    JsonNode problem =
        JsonMapper.shared()
            .readTree(answer.substring(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    assertThat(problem.at("/status").asInt()).as(asked).isEqualTo(status);
    assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::code))
        .as(asked)
        .contains(problem.at("/code").asString());
  }

  private static byte[] request(SplittableRandom random) {
    boolean isForm = random.nextInt(8) != 0;
    byte[] body = isForm ? form(random) : new byte[0];
    // A line break ends the request line: then it is none.
    String query = random.nextInt(4) == 0 ? "?" + query(random).replaceAll("[\r\n]", "") : "";
    String type = TYPES.get(random.nextInt(3) > 0 ? 0 : random.nextInt(TYPES.size()));
    String head =
        (isForm ? "POST" : "GET")
            + " /"
            + query
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + (isForm ? "Content-Type: " + type + "\r\n" : "")
            + (random.nextInt(6) == 0 ? "Accept: " + accept(random) + "\r\n" : "")
            + (isForm ? "Content-Length: " + body.length + "\r\n" : "")
            + "\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private static String accept(SplittableRandom random) {
    return List.of("text/html", "*/*", "image/png", "application/json", "nonsense", ";q=2")
        .get(random.nextInt(6));
  }

  private static byte[] form(SplittableRandom random) {
    if (random.nextInt(10) == 0) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      return noise;
    }
    if (random.nextInt(50) == 0) {
      return ("words=" + "x".repeat(65_000 + random.nextInt(2_000)))
          .getBytes(StandardCharsets.UTF_8);
    }
    int most = random.nextInt(20) == 0 ? 2_000 : 8;
    return query(random, random.nextInt(most)).getBytes(StandardCharsets.UTF_8);
  }

  private static String query(SplittableRandom random) {
    return query(random, random.nextInt(6));
  }

  private static String query(SplittableRandom random, int fields) {
    StringBuilder query = new StringBuilder();
    for (int n = 0; n < fields; n++) {
      query
          .append(n == 0 ? "" : "&")
          .append(random.nextInt(8) == 0 ? value(random) : NAMES.get(random.nextInt(NAMES.size())))
          .append(random.nextInt(10) == 0 ? "" : "=")
          .append(value(random));
    }
    return query.toString();
  }

  private static String value(SplittableRandom random) {
    String value =
        switch (random.nextInt(6)) {
          case 0, 1 -> TestReleases.items().get(random.nextInt(TestReleases.items().size()));
          case 2 -> characters(random);
          case 3 -> "x".repeat(random.nextInt(400));
          case 4 -> PARTS.get(random.nextInt(PARTS.size())).repeat(1 + random.nextInt(3));
          default ->
              PARTS.get(random.nextInt(PARTS.size())) + PARTS.get(random.nextInt(PARTS.size()));
        };
    // Half are as a browser sends them.
    return random.nextBoolean() ? URLEncoder.encode(value, StandardCharsets.UTF_8) : value;
  }

  /// Any characters, halves of pairs and control characters among them.
  private static String characters(SplittableRandom random) {
    char[] characters = new char[random.nextInt(40)];
    for (int n = 0; n < characters.length; n++) {
      characters[n] =
          (char) (random.nextBoolean() ? random.nextInt(0x80) : random.nextInt(0x10000));
    }
    return new String(characters);
  }

  private static byte[] exchange(byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return socket.getInputStream().readAllBytes();
    }
  }
}
