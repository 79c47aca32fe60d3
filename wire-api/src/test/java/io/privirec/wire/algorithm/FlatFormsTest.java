package io.privirec.wire.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Parameters of FedPower and of the decentralised power method in the flat form of versions before
/// 0.1, which stored sessions and releases have.
class FlatFormsTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  private static AlgorithmParameters read(String algorithm, String json) {
    return JSON.readValue(json.replace('\'', '"'), AlgorithmParameters.typeFor(algorithm));
  }

  @Test
  void fedPower_flat_isReadAsNested() {
    assertThat(
            read(
                "fedpower",
                """
                {'rows': 'ratings', 'largest': 4.0, 'k': 3, 'oversampling': 2, 'localSteps': 4,
                 'rounds': 7, 'tolerance': 0.5, 'model': {'type': 'spectral', 'response': 'root'},
                 'topN': 10, 'minSupport': 2, 'seed': 9}\
                """))
        .isEqualTo(
            FedPowerParameters.DEFAULT
                .withRows(RowParameters.DEFAULT.withKind("ratings").withLargest(4.))
                .withFactors(
                    PowerParameters.DEFAULT
                        .withK(3)
                        .withOversampling(2)
                        .withLocalSteps(4)
                        .withRounds(7)
                        .withSeed(9L))
                .withTolerance(.5)
                .withModel(new PriviRecKParameters.Spectral("root"))
                .withTopN(10)
                .withMinSupport(2));
  }

  @Test
  void fedPowerWithNoiseOfOne_flat_isReadAsNested() {
    assertThat(
            read(
                "fedpower-utility",
                "{'k': 3, 'rounds': 2, 'sigma': 0.2, 'keyHolder': 'p1', 'exponentBits': 256}"))
        .isEqualTo(
            UtilityFedPowerParameters.DEFAULT
                .withFactors(PowerParameters.DEFAULT.withK(3).withLocalSteps(1).withRounds(2))
                .withSigma(.2)
                .withKeyHolder("p1")
                .withExponentBits(256)
                .withModel(PriviRecKParameters.GfCf.DEFAULT)
                .withTopN(1000)
                .withMinSupport(5));
  }

  @Test
  void fedPowerWithPrivacy_flat_isReadAsNested() {
    assertThat(
            read(
                "fedpower-private",
                "{'rows': 'interactions', 'clip': 7.5, 'items': 40, 'k': 3, 'productClip': 2.5}"))
        .isEqualTo(
            PrivateFedPowerParameters.DEFAULT
                .withRows(RowParameters.DEFAULT.withKind("interactions").withLargest(5.))
                .withFactors(PowerParameters.DEFAULT.withK(3).withLocalSteps(1))
                .withPopular(
                    PrivateFedPowerParameters.ClippedItems.DEFAULT.withItems(40).withClip(7.5))
                .withProductClip(2.5)
                .withModel(new PriviRecKParameters.Spectral("flat"))
                .withTopN(1000));
  }

  @Test
  void decentralisedPower_flat_isReadAsNested() {
    assertThat(read("ddppm", "{'k': 3, 'steps': 9, 'consensus': 'plain', 'gossip': 8}"))
        .isEqualTo(
            DdppmParameters.DEFAULT
                .withFactors(DdppmParameters.Vectors.DEFAULT.withK(3).withSteps(9))
                .withConsensus("plain")
                .withGossip(8)
                .withTopology(new DdppmParameters.Complete())
                .withSigma(0.)
                .withModel(PriviRecKParameters.GfCf.DEFAULT)
                .withTopN(1000)
                .withMinSupport(5));
  }

  @Test
  void settledParameters_areWrittenNested_andReadAgain() {
    for (String name : List.of("fedpower", "fedpower-utility", "fedpower-private", "ddppm")) {
      AlgorithmParameters defaults = read(name, "{}");
      String json = JSON.writeValueAsString(defaults);
      assertThat(json).contains("\"factors\":{").doesNotContain("\"largest\":5.0,\"k\"");
      assertThat(read(name, json)).isEqualTo(defaults);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          fedpower         | {'factors': {'k': 3}, 'rounds': 2}  | are properties of factors
          fedpower-utility | {'factors': {'k': 3}, 'seed': 2}    | are properties of factors
          fedpower-private | {'popular': {'items': 9}, 'clip': 2} | are properties of popular
          ddppm            | {'factors': {'k': 3}, 'steps': 2}   | are properties of factors
          """)
  void bothForms_areRefused(String algorithm, String json, String reason) {
    assertThatThrownBy(() -> read(algorithm, json.replace('\'', '"')))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining(reason);
  }
}
