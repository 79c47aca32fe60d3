package io.privirec.fuzz.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON that a schema describes, and JSON that is wrong in one place or everywhere.
///
/// @param known values that exist, by the name of the property that takes them
record JsonBodies(JsonNode document, Map<String, List<String>> known) {
  /// A text in bodies that stands for private data. An answer or a log line must not repeat it.
  static final String CANARY = "canary-4e1b7c";

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// Unexpected values of fields, as JSON text.
  private static final List<String> ODD =
      words(
          """
          null true "" "\\u0000" "a\\u0000b" "\\ud800" "\\udc00\\ud800" "%s%n" "../../../etc/passwd"
          "PT-1S" "PT999999999999999999H" "P1Y" "=" 0 -1 1.5 -0.0 1e400 1e-400 1e999999999
          -1e999999999 1E+2147483647 2147483647 2147483648 -2147483649 9223372036854775807
          9223372036854775808 NaN Infinity [] {} [null] [[]] [1] {"":1}
          """,
          "\" \"",
          "\"\\r\\nSet-Cookie: a=b\"",
          "\"" + CANARY + "\"",
          "\"" + "x".repeat(5000) + "\"",
          "\"" + "A".repeat(43) + "\"",
          "\"" + "_".repeat(43) + "\"",
          "\"" + "A".repeat(86) + "\"",
          "9".repeat(400),
          "0." + "0".repeat(400) + "1",
          "[" + "\"a\",".repeat(300) + "\"a\"]",
          nested("[", "]", 600),
          nested("{\"a\":", "}", 600));

  private static final List<String> TIMES =
      List.of("1970-01-01T00:00:00Z", "2026-06-01T12:00:00Z", "2100-01-01T00:00:00.123456789Z");

  /// Returns a value that a schema of the document describes.
  JsonNode valid(String schema, Random random) {
    return instance(document.at("/components/schemas/" + schema), schema, random, 0);
  }

  /// A body for a schema: right, wrong somewhere, or not JSON.
  byte[] next(JsonNode schema, Random random) {
    JsonNode valid = instance(schema, "", random, 0);
    return switch (random.nextInt(12)) {
      case 0 -> broken(MAPPER.writeValueAsBytes(valid), random);
      case 1 -> whole(random);
      case 2 -> bytes(encoded(valid, random));
      default -> bytes(spoiled(valid, random));
    };
  }

  private JsonNode instance(JsonNode schema, String name, Random random, int depth) {
    JsonNode resolved = resolve(schema);
    JsonNode choice = resolved.path("anyOf");
    if (choice.size() > 0) {
      return instance(choice.get(random.nextInt(choice.size())), name, random, depth + 1);
    }
    JsonNode allowed = resolved.path("enum");
    if (allowed.size() > 0) {
      return allowed.get(random.nextInt(allowed.size()));
    }
    String type = type(resolved);
    if (type.equals("object") && depth < 5) {
      return object(resolved, random, depth);
    }
    if (type.equals("array") && depth < 5) {
      ArrayNode array = NODES.arrayNode();
      for (int i = resolved.path("minItems").asInt(0) + random.nextInt(4); i > 0; i--) {
        array.add(instance(resolved.path("items"), name, random, depth + 1));
      }
      return array;
    }
    return switch (type) {
      case "integer" ->
          NODES.numberNode(
              Math.min(
                  resolved.path("minimum").asLong(0) + random.nextInt(20),
                  resolved.path("maximum").asLong(Long.MAX_VALUE)));
      case "number" -> NODES.numberNode(random.nextDouble());
      case "boolean" -> NODES.booleanNode(random.nextBoolean());
      default -> NODES.stringNode(text(resolved, name, random));
    };
  }

  private ObjectNode object(JsonNode schema, Random random, int depth) {
    ObjectNode object = NODES.objectNode();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String name = property.getKey();
      boolean required =
          schema.path("required").valueStream().anyMatch(one -> one.asString().equals(name));
      if (required || random.nextBoolean()) {
        object.set(name, instance(property.getValue(), name, random, depth + 1));
      }
    }
    return object;
  }

  private String text(JsonNode schema, String name, Random random) {
    List<String> values = known.getOrDefault(name, List.of());
    if (!values.isEmpty() && random.nextInt(8) > 0) {
      return values.get(random.nextInt(values.size()));
    }
    if (schema.path("format").asString("").equals("date-time")) {
      return TIMES.get(random.nextInt(TIMES.size()));
    }
    if (schema.has("example") && random.nextBoolean()) {
      return schema.get("example").asString();
    }
    String pattern = schema.path("pattern").asString("");
    if (pattern.matches("[a-z|]+")) {
      String[] words = pattern.split("\\|", -1);
      return words[random.nextInt(words.length)];
    }
    return "a" + random.nextInt(100);
  }

  private JsonNode resolve(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isString() ? document.at(reference.asString().substring(1)) : schema;
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.get(0).asString() : type.asString("string");
  }

  /// One place of the value holds something odd, or there is a property too many or too few.
  private static String spoiled(JsonNode valid, Random random) {
    List<String> paths = new ArrayList<>();
    collect(valid, "", paths);
    String odd = ODD.get(random.nextInt(ODD.size()));
    if (paths.isEmpty()) {
      return odd;
    }
    String at = paths.get(random.nextInt(paths.size()));
    return write(valid, "", at, odd, random.nextInt(8));
  }

  private static void collect(JsonNode node, String at, List<String> into) {
    node.properties()
        .forEach(property -> {
          into.add(at + "/" + property.getKey());
          collect(property.getValue(), at + "/" + property.getKey(), into);
        });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      into.add(at + "/" + i);
      collect(node.get(i), at + "/" + i, into);
    }
  }

  /// Written by hand, because the odd value need not be JSON.
  private static String write(JsonNode node, String at, String odd, String by, int how) {
    List<String> members = new ArrayList<>();
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        String inside = at + "/" + property.getKey();
        String name = "\"" + property.getKey() + "\":";
        if (!inside.equals(odd)) {
          members.add(name + write(property.getValue(), inside, odd, by, how));
        } else if (how == 0) {
          members.add("\"unknown\":" + by);
        } else if (how == 1) {
          members.add(name + property.getValue() + "," + name + by);
        } else if (how > 2) {
          members.add(name + by);
        }
      }
      return "{" + String.join(",", members) + "}";
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        String inside = at + "/" + i;
        members.add(inside.equals(odd) ? by : write(node.get(i), inside, odd, by, how));
      }
      return "[" + String.join(",", members) + "]";
    }
    return node.toString();
  }

  private static byte[] broken(byte[] json, Random random) {
    byte[] broken = json.clone();
    switch (random.nextInt(3)) {
      case 0 -> broken = Arrays.copyOf(json, random.nextInt(json.length + 1));
      case 1 -> broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      default -> broken = bytes(new String(json, StandardCharsets.UTF_8) + "]");
    }
    return broken;
  }

  private static String encoded(JsonNode valid, Random random) {
    String text = valid.toString();
    return random.nextBoolean() ? "\uFEFF" + text : text.replace("\"", "'");
  }

  private static byte[] whole(Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> new byte[0];
      case 1 -> bytes(nested("[", "]", 20_000));
      case 2 -> bytes(nested("{\"a\":", "}", 20_000));
      case 3 -> bytes("{\"a\":\"" + "x".repeat(300_000) + "\"}");
      case 4 -> new byte[] {'"', (byte) 0xC3, 0x28, '"'};
      case 5 -> new byte[] {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'};
      case 6 -> "{\"a\":1}".getBytes(StandardCharsets.UTF_16);
      case 7 -> new byte[2000];
      default -> bytes(ODD.get(random.nextInt(ODD.size())));
    };
  }

  /// Returns the words of a text and further values.
  static List<String> words(String words, String... others) {
    return Stream.concat(Stream.of(words.strip().split("\\s+", -1)), Stream.of(others)).toList();
  }

  private static String nested(String open, String close, int depth) {
    return open.repeat(depth) + "1" + close.repeat(depth);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
