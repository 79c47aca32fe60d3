package io.privirec.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.secret.SecretBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The cases of one file of Project Wycheproof; the resources' README says where they are from.
final class WycheproofVectors {
  /// One case with what its group says.
  record Case(JsonNode group, JsonNode test) {
    int id() {
      return test.get("tcId").intValue();
    }

    /// "valid", "acceptable" or "invalid".
    String result() {
      return test.get("result").stringValue();
    }

    byte[] bytes(String field) {
      return Hex.bytes(test.get(field).stringValue());
    }

    SecretBytes secret(String field) {
      return SecretBytes.copyOf(bytes(field));
    }

    @Override
    public String toString() {
      return "case " + id() + " (" + result() + "): " + test.get("comment").stringValue();
    }
  }

  private WycheproofVectors() {}

  static List<Case> read(String file) {
    try (InputStream in = WycheproofVectors.class.getResourceAsStream("/wycheproof/" + file)) {
      JsonNode root = new JsonMapper().readTree(in);
      List<Case> cases = new ArrayList<>();
      for (JsonNode group : root.get("testGroups")) {
        for (JsonNode test : group.get("tests")) {
          cases.add(new Case(group, test));
        }
      }
      assertThat(cases).hasSize(root.get("numberOfTests").intValue());
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
