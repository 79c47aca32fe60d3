package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.FileFormat;
import io.privirec.lab.option.DataFile;
import io.privirec.lab.run.UsedData.Removed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each setting that removes data is named with what it removed.
class UsedDataTest {
  private static final Map<String, String> EPSILON =
      Map.of("privacy.epsilon", "3", "privacy.delta", "1e-6");

  @TempDir private Path directory;

  /// Returns data of 40 users: user n has the items 0 to n. So item i has 40 - i users, minus those
  /// who hold it out.
  private UsedData used(String algorithm, Map<String, String> parameters, boolean noNoise)
      throws IOException {
    StringBuilder csv = new StringBuilder();
    for (int user = 0; user < 40; user++) {
      for (int item = 0; item <= user; item++) {
        csv.append("u%d,i%d\n".formatted(user, item));
      }
    }
    Path file = Files.writeString(directory.resolve("stairs.csv"), csv);
    RunData data =
        RunData.load(
            new RunSettings(
                null,
                new DataFile(file, FileFormat.GUESSED),
                3,
                1,
                1,
                new SessionChoice(algorithm, null, parameters, noNoise),
                null,
                1,
                1,
                false,
                7800,
                true,
                null,
                null,
                false));
    return UsedData.of(
        data.dataset().train(),
        data.algorithm().selections(data.dataset().train().itemDegrees(), 3));
  }

  @Test
  void minSupport_ofAnyAlgorithm_isNamed() throws IOException {
    for (String algorithm : new String[] {"privirec", "privirec-k", "item-degrees", "ials"}) {
      UsedData used = used(algorithm, Map.of("minSupport", "9"), true);
      assertThat(used.removed()).as(algorithm).hasSize(1);
      Removed removed = used.removed().getFirst();
      assertThat(removed.setting() + "=" + removed.value()).isEqualTo("minSupport=9");
      assertThat(used.items() + removed.items()).isEqualTo(40);
      assertThat(used.interactions() + removed.interactions()).isEqualTo(used.trainInteractions());
      assertThat(used("privirec", Map.of("minSupport", "1"), true).removed()).isEmpty();
    }
  }

  @Test
  void popularItemsAndSampling_areNamed() throws IOException {
    Map<String, String> settings = new TreeMap<>(EPSILON);
    settings.put("model.items", "10");
    settings.put("model.profile", "4");
    UsedData used = used("privirec", settings, false);
    assertThat(used.items()).isEqualTo(10);
    assertThat(used.removed())
        .extracting(removed -> removed.setting() + "=" + removed.value())
        .containsExactly("model.items=10", "model.profile=4");
    assertThat(used.removed().getFirst().items()).isEqualTo(30);
    assertThat(used.interactions()).isLessThanOrEqualTo(40 * 4);
  }

  @Test
  void popularItemsOfFedPower_areNamedByTheirPathInTheApi() throws IOException {
    Map<String, String> settings = new TreeMap<>(EPSILON);
    settings.put("popular.items", "10");
    UsedData used = used("fedpower-private", settings, false);
    assertThat(used.items()).isEqualTo(10);
    assertThat(used.removed())
        .extracting(removed -> removed.setting() + "=" + removed.value())
        .contains("popular.items=10");
  }

  @Test
  void frequentItemsAndSamplesOfLeastSquares_areNamed() throws IOException {
    Map<String, String> settings = new TreeMap<>(EPSILON);
    settings.put("privacy.itemsPerUser", "6");
    settings.put("fit.frequent", "0.5");
    settings.put("fit.weights.type", "paper");
    settings.put("fit.weights.items", "tail");
    UsedData used = used("dpials", settings, false);
    assertThat(used.items()).isEqualTo(20);
    assertThat(used.removed())
        .extracting(removed -> removed.setting() + "=" + removed.value() + " " + removed.onlyIn())
        .containsExactly(
            "privacy.itemsPerUser=6 item-degrees",
            "fit.frequent=20 null",
            "privacy.itemsPerUser=6 null");
  }

  @Test
  void sampledCounts_takeNothingFromOtherSums() throws IOException {
    Map<String, String> settings = new TreeMap<>(EPSILON);
    settings.put("popular.items", "40");
    settings.put("privacy.itemsPerUser", "5");
    UsedData used = used("privirec-k", settings, false);
    assertThat(used.interactions()).isEqualTo(used.trainInteractions());
    assertThat(used.removed().getFirst().onlyIn()).isEqualTo("item-degrees");
    UsedData counted = used("item-degrees", EPSILON, false);
    assertThat(counted.interactions()).isLessThan(counted.trainInteractions());
    assertThat(counted.removed().getFirst().setting()).isEqualTo("privacy.itemsPerUser");
  }
}
