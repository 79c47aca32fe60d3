package io.privirec.fuzz.http;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.privirec.wire.ProblemType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What an OpenAPI document lets each operation answer: statuses, codes of problems, and bodies.
///
/// A request that reaches no operation for certain, since its method or its path is odd, may be
/// answered with what is before all operations, and with what those of its path may answer.
final class DeclaredAnswers {
  private static final String PROBLEM = "application/problem+json";
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /// Of requests that no operation has seen.
  private static final Set<String> BEFORE_OPERATIONS =
      Stream.of(
              ProblemType.MALFORMED_REQUEST,
              ProblemType.UNAUTHENTICATED,
              ProblemType.FORBIDDEN,
              ProblemType.NOT_FOUND,
              ProblemType.METHOD_NOT_ALLOWED,
              ProblemType.NOT_ACCEPTABLE,
              ProblemType.REQUEST_TIMEOUT,
              ProblemType.PAYLOAD_TOO_LARGE,
              ProblemType.UNSUPPORTED_MEDIA_TYPE,
              ProblemType.TOO_MANY_REQUESTS,
              ProblemType.OVERLOADED)
          .map(ProblemType::code)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern REQUEST_LINE =
      Pattern.compile("([A-Z]+) (/[^ ?]*)(?:\\?[^ ]*)? HTTP/1\\.[01]\r\n.*", Pattern.DOTALL);

  /// Encoded dots and controls may be refused, or mean another path.
  private static final Pattern ENCODED = Pattern.compile("%(2[Ff]|3A|[4-7][0-9A-Ea-e])");

  private static final Pattern SEGMENT = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~:-]+");

  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

  private final List<Answers> operations = new ArrayList<>();

  DeclaredAnswers(JsonNode document) {
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operations.add(answers(document, path.getKey(), operation.getKey(), operation.getValue()));
      }
    }
    // Of templates that a path fits, the one that says more of it.
    operations.sort(
        Comparator.comparingInt(
                (Answers answers) -> PARAMETER.matcher(answers.path()).replaceAll("").length())
            .reversed());
  }

  /// What one operation may answer.
  ///
  /// @param bodies by status and media type
  private record Answers(
      String method,
      String path,
      Pattern paths,
      Set<String> statuses,
      Set<String> codes,
      Map<String, Map<String, Optional<Schema>>> bodies) {}

  private static Answers answers(JsonNode document, String path, String method, JsonNode node) {
    Set<String> statuses = new TreeSet<>();
    Set<String> codes = new TreeSet<>();
    Map<String, Map<String, Optional<Schema>>> bodies = new TreeMap<>();
    for (Map.Entry<String, JsonNode> answer : node.get("responses").properties()) {
      String status = answer.getKey();
      if (status.equals("default")) {
        continue; // of failures, which no request may bring about
      }
      statuses.add(status);
      JsonNode content = answer.getValue().path("content");
      codes.addAll(content.at("/application~1problem+json/examples").propertyNames());
      Map<String, Optional<Schema>> schemas = new TreeMap<>();
      content
          .properties()
          .forEach(body -> schemas.put(body.getKey(), schema(document, status, body.getValue())));
      bodies.put(status, schemas);
    }
    StringBuilder paths = new StringBuilder();
    Matcher parameter = PARAMETER.matcher(path);
    int from = 0;
    while (parameter.find()) {
      paths.append(Pattern.quote(path.substring(from, parameter.start()))).append("[^/]+");
      from = parameter.end();
    }
    paths.append(Pattern.quote(path.substring(from)));
    return new Answers(
        method.toUpperCase(Locale.ROOT),
        path,
        Pattern.compile(paths.toString()),
        statuses,
        codes,
        bodies);
  }

  /// Empty for bytes and for a part of a body.
  private static Optional<Schema> schema(JsonNode document, String status, JsonNode body) {
    boolean isPart = status.equals("206");
    if (isPart || body.at("/schema/format").asString("").equals("binary")) {
      return Optional.empty();
    }
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.set("components", document.get("components"));
    whole.putArray("allOf").add(body.path("schema"));
    return Optional.of(SCHEMAS.getSchema(whole));
  }

  /// What is wrong with the answer to a request, if something is.
  ///
  /// @param sent the request as method and path template, whatever its bytes are
  /// @param code of the problem that the answer is; empty if it is none
  Optional<String> fault(String sent, byte[] request, RawHttp.Answer answer, String code) {
    Optional<Answers> reached = reached(request);
    if (reached.isPresent()) {
      return fault(reached.get(), answer, code);
    }
    boolean declared =
        code.isEmpty()
            || BEFORE_OPERATIONS.contains(code)
            || operations.stream()
                .filter(operation -> sent.endsWith(" " + operation.path()))
                .anyMatch(operation -> operation.codes().contains(code));
    return declared ? Optional.empty() : Optional.of("no operation of this path has " + code);
  }

  /// Whether a service can make a request of these bytes: the head is whole.
  static boolean isRequest(byte[] sent) {
    String text = new String(sent, StandardCharsets.ISO_8859_1);
    return text.contains("\r\n\r\n") && REQUEST_LINE.matcher(text).matches();
  }

  private Optional<Answers> reached(byte[] request) {
    Matcher line = REQUEST_LINE.matcher(new String(request, StandardCharsets.ISO_8859_1));
    if (!line.matches() || !isPlain(line.group(2))) {
      return Optional.empty();
    }
    return operations.stream()
        .filter(operation -> operation.paths().matcher(line.group(2)).matches())
        .filter(operation -> operation.method().equals(line.group(1)))
        .findFirst();
  }

  private static boolean isPlain(String path) {
    String decoded = ENCODED.matcher(path.substring(1)).replaceAll("x");
    return Stream.of(decoded.split("/", -1))
        .allMatch(segment -> SEGMENT.matcher(segment).matches());
  }

  private static Optional<String> fault(Answers operation, RawHttp.Answer answer, String code) {
    String name = operation.method() + " " + operation.path();
    String status = Integer.toString(answer.status());
    if (!operation.statuses().contains(status)) {
      return Optional.of("%s does not declare %s %s".formatted(name, status, code));
    }
    if (!code.isEmpty()) {
      return operation.codes().contains(code)
          ? Optional.empty()
          : Optional.of("%s does not declare %s".formatted(name, code));
    }
    Map<String, Optional<Schema>> bodies = operation.bodies().getOrDefault(status, Map.of());
    if (bodies.isEmpty()) {
      return answer.body().length == 0
          ? Optional.empty()
          : Optional.of("%s declares no body of %s".formatted(name, status));
    }
    String type = answer.contentType().replaceFirst(" *;.*", "");
    Optional<Schema> schema = bodies.get(type);
    if (schema == null) {
      return Optional.of("%s declares no %s of type '%s'".formatted(name, status, type));
    }
    return schema
        .flatMap(one -> body(type, one, answer))
        .map(fault -> name + " " + status + ": " + fault);
  }

  private static Optional<String> body(String type, Schema schema, RawHttp.Answer answer) {
    try {
      if (type.equals("application/json") || type.equals(PROBLEM)) {
        return schema.validate(JsonMapper.shared().readTree(answer.body())).stream()
            .map(Object::toString)
            .findFirst();
      }
      if (type.equals("application/x-ndjson")) {
        answer.text().lines().forEach(JsonMapper.shared()::readTree);
      }
      return Optional.empty();
    } catch (JacksonException e) {
      return Optional.of("no JSON");
    }
  }
}
