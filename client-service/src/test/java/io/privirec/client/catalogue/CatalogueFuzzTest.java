package io.privirec.client.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TextMutator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Catalogues, changed at random: refused with `IOException`, or whole.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class CatalogueFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS = Integer.getInteger("tests.fuzz.inputs", 5_000);
  private static final int MAX_ITEMS = 4;

  @TempDir Path directory;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void read_mutatedCatalogues_isRefusedOrWhole() throws IOException {
    List<String> valid =
        List.of(
            "{\"id\":\"i0\"}\n{\"id\":\"i1\",\"title\":\"A film\",\"category\":\"films\"}\n",
            "{\"id\":\"\u00e9\",\"title\":\"\\\"\"}\n{\"id\":\"b c\"}\n{\"id\":\"7\"}\n");
    TextMutator mutator = new TextMutator(SEED, valid);
    Path file = directory.resolve("catalogue");
    int values = 0;
    for (int i = 0; i < INPUTS; i++) {
      values += isWhole(Files.write(file, mutator.next())) ? 1 : 0;
    }
    assertThat(values).as("catalogues that are read").isPositive().isLessThan(INPUTS);
    System.out.printf("catalogue fuzz: %s inputs, %s read, seed %s%n", INPUTS, values, SEED);
  }

  private static boolean isWhole(Path file) throws IOException {
    try {
      Catalogue catalogue = Catalogue.read(1, file, MAX_ITEMS);
      assertThat(catalogue.items()).isBetween(0, MAX_ITEMS);
      for (int item = 0; item < catalogue.items(); item++) {
        assertThat(catalogue.indexOf(catalogue.id(item))).hasValue(item);
      }
      return true;
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s)catalogue .+");
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "seed " + SEED + ": " + Files.readString(file, StandardCharsets.ISO_8859_1), e);
    }
  }
}
