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
            new FedPowerParameters(
                new RowParameters("ratings", 4.),
                new PowerParameters(3, 2, 4, 7, 9L),
                .5,
                new PriviRecKParameters.Spectral("root"),
                10,
                2));
  }

  @Test
  void fedPowerWithNoiseOfOne_flat_isReadAsNested() {
    assertThat(
            read(
                "fedpower-utility",
                "{'k': 3, 'rounds': 2, 'sigma': 0.2, 'keyHolder': 'p1', 'exponentBits': 256}"))
        .isEqualTo(
            new UtilityFedPowerParameters(
                RowParameters.DEFAULT,
                new PowerParameters(3, null, 1, 2, null),
                .2,
                "p1",
                256,
                PriviRecKParameters.GfCf.DEFAULT,
                1000,
                5));
  }

  @Test
  void fedPowerWithPrivacy_flat_isReadAsNested() {
    assertThat(
            read(
                "fedpower-private",
                "{'rows': 'interactions', 'clip': 7.5, 'items': 40, 'k': 3, 'productClip': 2.5}"))
        .isEqualTo(
            new PrivateFedPowerParameters(
                new RowParameters("interactions", 5.),
                new PowerParameters(3, null, 1, null, null),
                new PrivateFedPowerParameters.ClippedItems(40, 7.5),
                2.5,
                new PriviRecKParameters.Spectral("flat"),
                1000,
                null));
  }

  @Test
  void decentralisedPower_flat_isReadAsNested() {
    assertThat(read("ddppm", "{'k': 3, 'steps': 9, 'consensus': 'plain', 'gossip': 8}"))
        .isEqualTo(
            new DdppmParameters(
                new DdppmParameters.Vectors(3, 9),
                "plain",
                8,
                new DdppmParameters.Complete(),
                0.,
                PriviRecKParameters.GfCf.DEFAULT,
                1000,
                5));
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
