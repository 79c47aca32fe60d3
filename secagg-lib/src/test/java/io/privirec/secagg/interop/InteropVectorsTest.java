package io.privirec.secagg.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The published rounds against the real protocol, and against themselves.
class InteropVectorsTest {
  @Test
  void replay_ofEachFile_givesItsBytes() throws IOException, GeneralSecurityException {
    for (InteropFiles.Plan plan : InteropFiles.PLANS) {
      String published = InteropFiles.read(plan.name());
      assertThat(InteropFiles.replay(published)).as(plan.name()).isEqualTo(published);
    }
  }

  @Test
  void aggregate_ofEachFile_isTheSumOfTheSurvivors() throws IOException {
    for (InteropFiles.Plan plan : InteropFiles.PLANS) {
      JsonNode file = json(plan);
      Set<String> survivors = new HashSet<>();
      file.get("survivors").forEach(survivor -> survivors.add(survivor.stringValue()));
      if (plan.model().isEmpty()) {
        assertThat(survivors).hasSize(plan.cohort());
      } else {
        assertThat(survivors).hasSizeLessThan(plan.cohort());
      }
      JsonNode aggregate = file.get("aggregate");
      for (int element = 0; element < aggregate.size(); element++) {
        long sum = 0;
        for (JsonNode participant : file.get("participants")) {
          if (survivors.contains(participant.get("id").stringValue())) {
            sum += participant.get("input").get(element).longValue();
          }
        }
        assertThat(aggregate.get(element).longValue()).isEqualTo(sum);
      }
    }
  }

  /// The shares in clear, the last of them first, give the secrets they are said to be of.
  @Test
  void dealtShares_ofEachFile_reconstructTheSecrets() throws IOException, GeneralSecurityException {
    for (InteropFiles.Plan plan : InteropFiles.PLANS) {
      JsonNode file = json(plan);
      for (JsonNode participant : file.get("participants")) {
        if (participant.has("dealtShares")) {
          int threshold = file.get("round").get("threshold").intValue();
          for (String kind : List.of("maskKey", "selfMask")) {
            List<Share> shares = new ArrayList<>();
            for (JsonNode dealt : participant.get("dealtShares")) {
              shares.addFirst(
                  new Share(
                      dealt.get("index").intValue(),
                      Hex.secret(dealt.get(kind + "Share").stringValue())));
            }
            assertThat(
                    new Shamir(threshold, plan.cohort()).reconstruct(shares.subList(0, threshold)))
                .isEqualTo(Hex.secret(participant.get(kind + "Seed").stringValue()));
          }
        }
      }
    }
  }

  /// In a closed round nothing is reconstructed: the packed uploads add up to the sum.
  @Test
  void uploads_ofEachClosedRound_addUpToTheAggregate() throws IOException {
    int closed = 0;
    for (InteropFiles.Plan plan : InteropFiles.PLANS) {
      JsonNode file = json(plan);
      if (file.get("round").get("kind").stringValue().equals("tolerant")) {
        assertThat(file.has("reconstructed")).isTrue();
        continue;
      }
      assertThat(file.has("reconstructed")).isFalse();
      int[] sum = new int[file.get("aggregate").size()];
      for (JsonNode participant : file.get("participants")) {
        StringBuilder uploaded = new StringBuilder();
        participant.get("maskedChunks").forEach(chunk -> uploaded.append(chunk.stringValue()));
        ByteBuffer packed =
            ByteBuffer.wrap(Hex.bytes(uploaded.toString())).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += packed.getInt();
        }
      }
      for (int i = 0; i < sum.length; i++) {
        assertThat(file.get("aggregate").get(i).intValue()).isEqualTo(sum[i]);
      }
      closed++;
    }
    assertThat(closed).isEqualTo(2);
  }

  @Test
  void roundOfTwelve_losesOne_inEachPhase() throws IOException {
    Set<Phase> phases = EnumSet.noneOf(Phase.class);
    for (JsonNode participant : json(InteropFiles.PLANS.get(5)).get("participants")) {
      if (participant.has("leavesIn")) {
        phases.add(Phase.valueOf(participant.get("leavesIn").stringValue()));
      }
    }
    assertThat(phases)
        .isEqualTo(EnumSet.complementOf(EnumSet.of(Phase.REVEAL_SEED, Phase.ENCAPSULATE_KEYS)));
  }

  @Test
  void shamirOfFive_anyThree_giveTheSecret() throws IOException, GeneralSecurityException {
    JsonNode file = new JsonMapper().readTree(InteropFiles.read("shamir-n5-t3"));
    List<String> given = new ArrayList<>();
    file.get("coefficients").forEach(power -> given.add(power.stringValue()));
    List<Share> shares =
        new Shamir(3, 5).split(Hex.secret(file.get("secret").stringValue()), Draws.of(given));
    for (int i = 0; i < 5; i++) {
      assertThat(shares.get(i).value())
          .isEqualTo(Hex.secret(file.get("shares").get(i).stringValue()));
    }
    for (int a = 0; a < 3; a++) {
      for (int b = a + 1; b < 4; b++) {
        for (int c = b + 1; c < 5; c++) {
          assertThat(
                  new Shamir(3, 5)
                      .reconstruct(List.of(shares.get(c), shares.get(a), shares.get(b))))
              .isEqualTo(Hex.secret(file.get("secret").stringValue()));
        }
      }
    }
  }

  private static JsonNode json(InteropFiles.Plan plan) throws IOException {
    return new JsonMapper().readTree(InteropFiles.read(plan.name()));
  }
}
