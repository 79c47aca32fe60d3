package io.privirec.federation.ddppm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.peers.Mixing;
import io.privirec.filter.power.TallMatrix;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Whole small instances, computed elsewhere.
class DdppmGoldenTest {
  private static final Map<String, PeerView> VIEWS =
      Map.of(
          "A", PeerView.SUMS,
          "Aplus", PeerView.SUMS_AND_SHARES,
          "B", PeerView.PLAIN_GOSSIP);

  private static JsonNode section(String name) throws IOException {
    try (InputStream in = DdppmGoldenTest.class.getResourceAsStream("/ddppm_golden.json")) {
      return JsonMapper.shared().readTree(in).get(name);
    }
  }

  private static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    Arrays.setAll(numbers, i -> array.get(i).asDouble());
    return numbers;
  }

  private static double[] flat(JsonNode rows) {
    List<Double> all = new ArrayList<>();
    rows.forEach(row -> Arrays.stream(numbers(row)).forEach(all::add));
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Test
  void divergences_ofTwoNormals_agree() throws Exception {
    int compared = 0;
    for (JsonNode each : section("gaussian_renyi_gil")) {
      NormalPair pair =
          NormalPair.of(
              new Normal(numbers(each.get("mu1")), flat(each.get("S1"))),
              new Normal(numbers(each.get("mu2")), flat(each.get("S2"))));
      assertThat(pair.divergence(each.get("alpha").asDouble()))
          .isCloseTo(each.get("D").asDouble(), Percentage.withPercentage(1e-9));
      compared++;
    }
    assertThat(compared).isEqualTo(3);
  }

  @Test
  void views_ofAPeer_haveTheDivergencesAndDeltasOfTheReference() throws Exception {
    int compared = 0;
    for (JsonNode each : section("ddppm_accounting")) {
      int peers = each.get("agents").asInt();
      int inPeer = each.get("rows_per_agent").asInt();
      double[] values = flat(each.get("X"));
      int columns = values.length / (peers * inPeer);
      List<TallMatrix> blocks = new ArrayList<>();
      for (int peer = 0; peer < peers; peer++) {
        int from = peer * inPeer * columns;
        blocks.add(
            TallMatrix.of(
                inPeer, columns, Arrays.copyOfRange(values, from, from + inPeer * columns)));
      }
      PeerRows rows = PeerRows.of(blocks);
      Mixing mixing = Mixing.of(flat(each.get("W")), peers);
      assertThat(mixing.after(1)).isEqualTo(Mixing.ring(peers).after(1));
      PowerSettings settings =
          new PowerSettings(
              each.get("alpha").asDouble(),
              each.get("c").asInt(),
              each.get("sigma_q").asDouble(),
              numbers(each.get("sigma_p")));
      double[] drawn = numbers(each.get("own_randomness"));
      double[][] own = new double[settings.steps() + 1][];
      Arrays.setAll(own, k -> Arrays.copyOfRange(drawn, k * inPeer, (k + 1) * inPeer));
      int who = each.get("adversary").asInt();
      for (var view : VIEWS.entrySet()) {
        JsonNode reference = each.get("views").get(view.getKey());
        Normal with = view.getValue().of(rows, mixing, settings, who, own);
        Normal without =
            view.getValue()
                .of(rows.without(each.get("removed_row").asInt()), mixing, settings, who, own);
        NormalPair pair = NormalPair.of(with, without);
        assertThat(with.dimension()).isEqualTo(reference.get("dimension").asInt());
        for (var order : reference.get("renyi").properties()) {
          double at = Double.parseDouble(order.getKey());
          compared += same(pair.divergence(at), order.getValue().get("D_P_to_Pprime"));
          compared += same(pair.swapped().divergence(at), order.getValue().get("D_Pprime_to_P"));
        }
        for (var epsilon : reference.get("delta_chernoff").properties()) {
          compared += same(pair.delta(Double.parseDouble(epsilon.getKey())), epsilon.getValue());
        }
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(90);
  }

  private static int same(double ours, JsonNode reference) {
    if (reference.isString()) {
      assertThat(reference.asString()).isEqualTo("inf");
      assertThat(ours).isInfinite();
    } else {
      double value = reference.asDouble();
      assertThat(ours).isCloseTo(value, within(1e-6 * Math.abs(value)));
    }
    return 1;
  }
}
