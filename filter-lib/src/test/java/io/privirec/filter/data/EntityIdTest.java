package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntityIdTest {
  /// Characters of paths, queries, formats, shells and numbers, and texts that differ only a
  /// little. Catalogues and imports are tested with the same ids.
  private static final List<String> ODD = odd();

  private static List<String> odd() {
    try (InputStream in =
        Objects.requireNonNull(EntityIdTest.class.getResourceAsStream("/odd-ids.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void fault_ofOddIds_isNone() {
    assertThat(ODD).allSatisfy(id -> assertThat(EntityId.fault(id)).as(id).isEmpty());
  }

  @Test
  void reader_ofOddIds_keepsEachApart() throws IOException {
    StringBuilder csv = new StringBuilder("user,item,rating\n");
    for (String user : ODD) {
      csv.append("%s,%s,4%n".formatted(quoted(user), quoted(ODD.get(ODD.size() - 1))));
      csv.append("%s,%s,4%n".formatted(quoted("u"), quoted(user)));
    }
    InteractionReader reader =
        new InteractionReader(
            new ByteArrayInputStream(csv.toString().getBytes(StandardCharsets.UTF_8)));
    Set<String> users = new LinkedHashSet<>();
    Set<String> items = new LinkedHashSet<>();
    for (Interaction next = reader.next(); next != null; next = reader.next()) {
      users.add(next.user());
      items.add(next.item());
    }
    users.remove("u");
    assertThat(users).containsExactlyElementsOf(ODD);
    assertThat(items).containsExactlyInAnyOrderElementsOf(ODD);
  }

  @Test
  void fault_ofTextsThatAreNoIds_namesTheCharacter() {
    for (String[] bad :
        new String[][] {
          {"", "1 to 256 printable"},
          {" \u200b\u00a0", "1 to 256 printable"},
          {"x".repeat(257), "1 to 256 printable"},
          {" a", "space or invisible character U+0020"},
          {"a\u00a0", "space or invisible character U+00A0"},
          {"a\u200d", "space or invisible character U+200D"},
          {"\ufeffa", "invisible character U+FEFF"},
          {"a\u200bb", "invisible character U+200B"},
          {"a\u202eb", "invisible character U+202E"},
          {"a\u2066b", "invisible character U+2066"},
          {"a\ufff9b", "invisible character U+FFF9"},
          {"a\u2800", "invisible character U+2800"},
          {"a\udb40\udc41", "invisible character U+E0041"},
          {"a\ud834\udd73b", "invisible character U+1D173"},
          {"a\ufe0f", "space or invisible character U+FE0F"},
          {"a\u180b", "space or invisible character U+180B"},
          {"a\u2028b", "line separator U+2028"},
          {"a\nb", "control character U+000A"},
          {"a\u0085b", "control character U+0085"},
          {"\ud800", "lone surrogate U+D800"},
          {"a\udc00b", "lone surrogate U+DC00"}
        }) {
      assertThat(EntityId.fault(bad[0])).get().asString().contains(bad[1]);
    }
  }

  @Test
  void trimmed_removesWhatIsInvisibleAtAnEnd() {
    assertThat(EntityId.trimmed(" \ufeffa\ufe0f\udb40\udc41\u200d")).isEqualTo("a");
    assertThat(EntityId.trimmed("\u2764\ufe0f\u2764")).isEqualTo("\u2764\ufe0f\u2764");
  }

  private static String quoted(String field) {
    return '"' + field.replace("\"", "\"\"") + '"';
  }
}
