package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.operator.option.InvalidOptionException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CampaignDataTest {
  private static final Dataset DATASET = SyntheticDataset.generate(1);
  private final CampaignData data = new CampaignData(DATASET, 5, 12, 1);

  private Set<String> imported(int participant, int generations) {
    Set<String> lines = new HashSet<>();
    lines.addAll(text(data.first(participant)).lines().skip(1).toList());
    for (int generation = 1; generation <= generations; generation++) {
      lines.addAll(text(data.next(participant, generation)).lines().skip(1).toList());
    }
    return lines;
  }

  private static String text(byte[] csv) {
    return new String(csv, StandardCharsets.UTF_8);
  }

  @Test
  void held_everyGeneration_isWhatWasImportedUpToIt() {
    for (int generation = 0; generation <= 5; generation++) {
      Set<String> lines = imported(2, generation);
      RatingMatrix held = data.held(2, generation);
      assertThat(held.pattern().interactions()).isEqualTo(lines.size());
      Set<String> users = new TreeSet<>();
      lines.forEach(line -> users.add(line.split(",", 2)[0]));
      Set<String> again = new HashSet<>();
      int row = 0;
      for (String user : users) {
        int[] items = held.pattern().row(row);
        float[] ratings = held.row(row++);
        for (int n = 0; n < items.length; n++) {
          String line = user + "," + DATASET.itemIds().get(items[n]);
          again.add(Float.isNaN(ratings[n]) ? line : line + "," + ratings[n]);
        }
      }
      assertThat(again).isEqualTo(lines).anyMatch(line -> line.endsWith(",5.0"));
    }
  }

  @Test
  void next_everyGeneration_addsOneInteractionToEveryParticipant() {
    for (int participant = 0; participant < 5; participant++) {
      assertThat(imported(participant, 20)).hasSize(imported(participant, 0).size() + 20);
    }
  }

  @Test
  void users_areDealtOutToAll() {
    assertThat(
            IntStream.range(0, 5)
                .map(participant -> data.held(participant, 0).pattern().users())
                .toArray())
        .containsOnly(12);
    assertThatThrownBy(() -> new CampaignData(DATASET, 5, 0, 1))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage("5 participants cannot share 0 users");
  }
}
