package io.privirec.fuzz.http;

import static io.privirec.fuzz.http.JsonBodies.words;

import io.privirec.crypto.digest.Digest;
import io.privirec.fuzz.http.Operations.Operation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Requests that are almost right, from a service's own description, and bytes that are hardly
/// requests. The n-th request of a seed is always of the same making.
final class FuzzRequests {
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}]*)}");

  private static final List<String> SEGMENTS =
      words(
          """
          1 0 -1 1.5 x 2147483648 99999999999999999999 %00 a%00b %0a %0d%0aSet-Cookie:%20a=b
          %2e%2e %2e%2e%2f%2e%2e%2fetc%2fpasswd ..%5c..%5c a%2fb %2F%2F %252e%252e .. .
          a;b=c ; %3b a:cancel :cancel %C3%28 %ED%A0%80 %F0%9F%98%80 %e2%80%a8 %zz % %4 \u00e9
          '%20OR%201=1-- ${jndi:ldap:x} {x} latest | \\ <script> # ? [ ^
          """,
          "",
          "a b",
          "\u0000",
          "\t",
          "a".repeat(65),
          "a".repeat(300),
          "0".repeat(64),
          "g".repeat(64),
          "A".repeat(64),
          "a".repeat(5000),
          "a".repeat(20_000));
  private static final List<String> PATHS =
      words(
          """
          / /error /actuator/env /actuator/heapdump /v3/api-docs.yaml /v3/api-docs/x /problems/x
          /problems //v1//work /v1/../v1/sessions /v1/sessions/ /v1 *
          http://localhost/v1/coordinator v1 /livez /swagger-ui/../x /favicon.ico /WEB-INF/web.xml
          /\u00ff
          """);
  private static final List<String> METHODS =
      words(
          "GET POST PUT DELETE PATCH HEAD OPTIONS TRACE CONNECT get PROPFIND G\u00c9T",
          "A".repeat(300),
          "");
  private static final List<String> MEDIA_TYPES =
      words(
          """
          application/json application/x-ndjson text/csv text/plain application/octet-stream
          application/vnd.privirec.secagg.v1 application/x-www-form-urlencoded multipart/form-data
          application/xml application/x-yaml application/json;charset=UTF-16 application/* */* json
          / ; \u00e9/\u00e9 text/csv;header=present;x=" image/png application/cbor
          application/problem+json
          """,
          "",
          "multipart/form-data; boundary=" + "b".repeat(300),
          "multipart/form-data; boundary=b",
          "application/json; charset=nowhere",
          "application/json; charset=",
          "application/" + "j".repeat(3000));
  private static final List<String> LENGTHS =
      words("-1 99999999999999999999 9223372036854775807 1e3 +1 0x10", "", " ");
  private static final List<String> CHUNK_SIZES =
      words("zz -5 FFFFFFFFFFFFFFFF 7fffffff 5;x=\" 0x5", "");
  private static final List<String> CODINGS =
      words("gzip identity x", "chunked, chunked", "\u000bchunked");
  private static final List<String> HEADERS =
      List.of(
          "Accept: application/xml",
          "Accept: nonsense",
          "Accept: */*;q=x",
          "Accept: ,,,",
          "Accept: " + "a/b,".repeat(900) + "a/b",
          "Accept: application/problem+json",
          "Accept: ",
          "Accept-Charset: nowhere",
          "Accept-Encoding: gzip;q=9",
          "Accept-Language: -;q=",
          "Range: bytes=0-0",
          "Range: bytes=5-2",
          "Range: bytes=-",
          "Range: bytes=a-b",
          "Range: bytes=999999999999-",
          "Range: bytes=-999999999999999999999",
          "Range: items=0-1",
          "Range: bytes=" + "0-0,".repeat(150) + "1-1",
          "Range: bytes=0-,0-,0-,0-,0-",
          "If-Range: \"x\"",
          "If-Range: nonsense",
          "If-None-Match: *",
          "If-None-Match: nonsense",
          "If-None-Match: \"\"",
          "If-None-Match: W/\"",
          "If-None-Match: " + "\"a\",".repeat(1000) + "\"b\"",
          "If-Match: \"x\"",
          "If-Modified-Since: never",
          "If-Unmodified-Since: -1",
          "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
          "Expect: 100-continue",
          "Expect: miracles",
          "Content-Encoding: gzip",
          "Content-Encoding: x",
          "TE: trailers",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "Connection: Upgrade, HTTP2-Settings",
          "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
          "traceparent: 00-x-y-z",
          "traceparent: 00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01",
          "traceparent: " + "0".repeat(4000),
          "tracestate: " + "a=b,".repeat(500),
          "Content-Digest: sha-256=:x:",
          "Content-Digest: md5=:AAAA:",
          "Content-Digest: ",
          "Content-Digest: sha-256=:" + "A".repeat(42) + "*=:",
          "X-HTTP-Method-Override: DELETE",
          "X-Forwarded-For: 1.2.3.4",
          "X-Forwarded-Host: elsewhere:99999",
          "X-Forwarded-Proto: gopher",
          "X-Forwarded-Prefix: /../..",
          "Forwarded: for=\"[::1\";proto=;host=:",
          "Origin: null",
          "Origin: http://elsewhere",
          "Access-Control-Request-Method: PUT",
          "Cookie: a",
          "Cookie: JSESSIONID=../../x; =; ;;",
          "Referer: \u00e9",
          "User-Agent: ${jndi:ldap:x}",
          "Content-Length: 0",
          "Last-Event-ID: 1",
          "X-Empty:",
          "Idempotency-Key: \u0001x",
          "Authorization: Bearer twice",
          "X-Long: " + "x".repeat(7000));

  private final List<Operation> operations;
  private final List<Operation> wellFormed;
  private final JsonBodies json;
  private final Tokens tokens;
  private final FuzzTarget target;

  FuzzRequests(JsonNode document, FuzzTarget target) {
    this.operations = Operations.of(document);
    this.json = new JsonBodies(document, target.known());
    this.tokens = new Tokens(target.adminToken(), target.callers());
    this.target = target;
    this.wellFormed =
        operations.stream()
            .filter(operation -> target.schemas().containsKey(operation.id()))
            .toList();
  }

  /// Bytes to send.
  ///
  /// @param operation method and path template: what an acceptance counts for
  /// @param head whether the answer has no body
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record FuzzRequest(String operation, boolean head, byte[] bytes) {
    @Override
    public String toString() {
      int shown = Math.min(bytes.length, 1500);
      return operation + ": " + new String(bytes, 0, shown, StandardCharsets.ISO_8859_1);
    }
  }

  FuzzRequest next(Random random) {
    if (!wellFormed.isEmpty() && oneIn(4, random)) {
      return wellFormed(random);
    }
    return oneIn(6, random) ? protocol(random) : described(random);
  }

  /// What a right client sends, so that what is behind all checks is reached.
  private FuzzRequest wellFormed(Random random) {
    Operation operation = pick(wellFormed, random);
    String path =
        PARAMETER
            .matcher(operation.path())
            .replaceAll(parameter ->
                Matcher.quoteReplacement(
                    pick(target.known().getOrDefault(parameter.group(1), List.of("a")), random)));
    String mediaType = operation.mediaTypes().getFirst();
    String schema = Objects.requireNonNull(target.schemas().get(operation.id()));
    byte[] body =
        mediaType.equals("application/x-ndjson")
            ? lines(schema, random)
            : utf8(json.valid(schema, random).toString());
    List<String> headers = new ArrayList<>();
    headers.add("Host: localhost");
    headers.add("Content-Type: " + mediaType);
    headers.add("Content-Length: " + body.length);
    tokens
        .right(operation, path, body, random)
        .ifPresent(credentials -> headers.add("Authorization: " + credentials));
    return new FuzzRequest(
        operation.method() + " " + operation.path(),
        false,
        joined(head(operation.method(), path, headers), body));
  }

  private byte[] lines(String schema, Random random) {
    StringBuilder lines = new StringBuilder();
    for (int i = 1 + random.nextInt(10); i > 0; i--) {
      lines.append(json.valid(schema, random)).append(oneIn(5, random) ? "\r\n" : "\n");
    }
    return utf8(lines.toString());
  }

  private FuzzRequest described(Random random) {
    Operation operation = operations.get(random.nextInt(operations.size()));
    String method = oneIn(12, random) ? pick(METHODS, random) : operation.method();
    String path = path(operation, random) + query(operation, random);
    byte[] body = body(operation, random);
    List<String> headers = new ArrayList<>();
    headers.add("Host: localhost");
    tokens
        .next(operation, path, body, random)
        .ifPresent(credentials -> headers.add("Authorization: " + credentials));
    mediaType(operation, random).ifPresent(type -> headers.add("Content-Type: " + type));
    if (path.contains("/chunks/") || oneIn(20, random)) {
      String digest = Base64.getEncoder().encodeToString(Digest.of(body).bytes());
      headers.add("Content-Digest: sha-256=:" + digest + ":");
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(pick(HEADERS, random));
    }
    boolean bodyless = body.length == 0 && operation.mediaTypes().isEmpty();
    byte[] bytes =
        bodyless ? head(method, path, headers) : framed(method, path, headers, body, random);
    return new FuzzRequest(method + " " + operation.path(), method.equals("HEAD"), bytes);
  }

  private String path(Operation operation, Random random) {
    if (oneIn(60, random)) {
      return pick(PATHS, random);
    }
    // Now and then a value that does not exist, mostly one that does: what is behind it is reached.
    Matcher matcher = PARAMETER.matcher(operation.path());
    StringBuilder path = new StringBuilder();
    while (matcher.find()) {
      List<String> known = target.known().getOrDefault(matcher.group(1), List.of());
      boolean exists = !known.isEmpty() && random.nextInt(4) > 0;
      matcher.appendReplacement(
          path, Matcher.quoteReplacement(pick(exists ? known : SEGMENTS, random)));
    }
    matcher.appendTail(path);
    if (oneIn(40, random)) {
      path.append(pick(SEGMENTS, random));
    }
    return path.toString();
  }

  private String query(Operation operation, Random random) {
    List<String> parts = new ArrayList<>();
    for (String parameter : operation.parameters()) {
      List<String> known = target.known().getOrDefault(parameter, List.of());
      boolean exists = !known.isEmpty() && random.nextInt(3) > 0;
      if (exists || random.nextBoolean()) {
        parts.add(parameter + "=" + pick(exists ? known : SEGMENTS, random).replace("#", "%23"));
      } else if (parameter.equals("wait")) {
        // Without it the answer takes 20 s.
        parts.add("wait=0");
      }
    }
    if (operation.parameters().contains("wait") && parts.stream().anyMatch("wait="::equals)) {
      parts.replaceAll(part -> part.equals("wait=") ? "wait=0" : part);
    }
    if (oneIn(12, random)) {
      parts.add(
          pick(List.of("a", "=", "&&", "a=%", "%00=1", "k=1&k=2", "a[]=1", "\u00e9"), random));
    }
    if (oneIn(200, random)) {
      parts.add("x=1&".repeat(2500));
    }
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  private byte[] body(Operation operation, Random random) {
    List<byte[]> valid = target.bodies().getOrDefault(operation.id(), List.of());
    if (!valid.isEmpty() && random.nextInt(4) > 0) {
      return mutated(valid.get(random.nextInt(valid.size())), random);
    }
    if (!operation.schema().isMissingNode()) {
      return json.next(operation.schema(), random);
    }
    if (operation.mediaTypes().isEmpty() && !oneIn(6, random)) {
      return new byte[0];
    }
    byte[] noise = new byte[random.nextInt(600)];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] mutated(byte[] valid, Random random) {
    byte[] mutated = valid.clone();
    if (mutated.length == 0) {
      return mutated;
    }
    int at = random.nextInt(mutated.length);
    switch (random.nextInt(6)) {
      case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> mutated = Arrays.copyOf(mutated, at);
      case 2 -> mutated = Arrays.copyOf(mutated, mutated.length + 1 + random.nextInt(100));
      case 3 -> Arrays.fill(mutated, at, Math.min(mutated.length, at + 4), (byte) 0xFF);
      case 4 -> mutated[at] = (byte) random.nextInt();
      default -> System.arraycopy(valid, at, mutated, 0, mutated.length - at);
    }
    return mutated;
  }

  private Optional<String> mediaType(Operation operation, Random random) {
    if (oneIn(8, random)) {
      return Optional.of(pick(MEDIA_TYPES, random));
    }
    return operation.mediaTypes().isEmpty() || oneIn(20, random)
        ? Optional.empty()
        : Optional.of(pick(operation.mediaTypes(), random));
  }

  /// With a length or in chunks; now and then with a length that is not the body's, or cut off.
  private static byte[] framed(
      String method, String path, List<String> headers, byte[] body, Random random) {
    byte[] sent =
        joined(latin1(Integer.toHexString(body.length) + "\r\n"), body, latin1("\r\n0\r\n\r\n"));
    switch (random.nextInt(24)) {
      case 0 -> headers.add("Transfer-Encoding: chunked");
      case 1 -> headers.add("Transfer-Encoding: " + pick(CODINGS, random));
      case 2 -> {
        headers.add("Transfer-Encoding: chunked");
        headers.add("Content-Length: " + body.length);
      }
      case 3 -> {
        headers.add("Transfer-Encoding: chunked");
        sent = Arrays.copyOf(sent, random.nextInt(sent.length));
      }
      case 4 -> {
        headers.add("Transfer-Encoding: chunked");
        sent = joined(latin1(pick(CHUNK_SIZES, random) + "\r\n"), body, latin1("\r\n"));
      }
      case 5 -> {
        headers.add("Content-Length: " + body.length);
        headers.add("Content-Length: " + (body.length + 1));
        sent = body;
      }
      case 6 -> {
        headers.add("Content-Length: " + pick(LENGTHS, random));
        sent = body;
      }
      case 7 -> {
        headers.add("Content-Length: " + (body.length + 1 + random.nextInt(1000)));
        sent = body;
      }
      default -> {
        headers.add("Content-Length: " + body.length);
        sent = body;
      }
    }
    return joined(head(method, path, headers), sent);
  }

  /// What no HTTP client sends.
  private FuzzRequest protocol(Random random) {
    if (oneIn(24, random)) {
      FuzzRequest whole = described(random);
      int length = random.nextInt(Math.min(whole.bytes().length, 400));
      return new FuzzRequest(whole.operation(), whole.head(), Arrays.copyOf(whole.bytes(), length));
    }
    String get = "GET /v1/" + random.nextInt(9);
    byte[] bytes =
        switch (random.nextInt(23)) {
          case 0 -> noise(random);
          case 1 -> latin1("\r\n\r\n\r\n");
          case 2 -> latin1(get + "\r\n\r\n");
          case 3 -> latin1(get + " HTTP/1.0\r\n\r\n");
          case 4 -> latin1(get + " HTTP/1.1\r\n\r\n");
          case 5 -> latin1(get + " HTTP/9.9\r\nHost: a\r\n\r\n");
          case 6 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
          case 7 -> latin1(get + " HTTP/1.1\r\nHost: a b:x\r\n\r\n");
          case 8 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n");
          case 9 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nX : y\r\n folded\r\n\r\n");
          case 10 -> latin1(get + " HTTP/1.1\nHost: a\n\n");
          case 11 -> latin1(get + "\r\nX: y HTTP/1.1\r\nHost: a\r\n\r\n");
          case 12 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n");
          case 13 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(70_000) + "\r\n\r\n");
          case 14 -> latin1(get + " HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n".repeat(600) + "\r\n");
          case 15 -> latin1("GET /" + "p".repeat(70_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
          case 16 -> latin1(get + " HTTP/1.1\r\nHost: a\r\n\r\n" + get + " HTTP/1.1\r\nHo");
          case 17 -> joined(latin1(get + " HTTP/1.1\r\nHost: a\r\n\r\n"), noise(random));
          case 18 -> latin1((get + " HTTP/1.1\r\nHost: a\r\n\r\n").repeat(1 + random.nextInt(20)));
          case 19 -> HexFormat.of().parseHex("16030100750100007103030000");
          case 20 -> latin1("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004");
          case 21 -> latin1(get + " HTTP/1.1\r\nHost: a\r\nX: \u00ff\u0080\r\nY\u00e9: z\r\n\r\n");
          default -> latin1(get + "\t HTTP/1.1 \r\nHost: a\r\n\r\n");
        };
    return new FuzzRequest("(protocol)", false, bytes);
  }

  private static byte[] noise(Random random) {
    byte[] noise = new byte[1 + random.nextInt(300)];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] head(String method, String path, List<String> headers) {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach(header -> head.append(header).append("\r\n"));
    return latin1(head.append("\r\n").toString());
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean oneIn(int n, Random random) {
    return random.nextInt(n) == 0;
  }

  private static <T> T pick(List<T> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
