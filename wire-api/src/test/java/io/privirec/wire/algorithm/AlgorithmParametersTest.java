package io.privirec.wire.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.SessionRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class AlgorithmParametersTest {
  /// As the services read requests.
  private final JsonMapper json =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_MISSING_EXTERNAL_TYPE_ID_PROPERTY)
          .build();

  @Test
  void request_ofPriviRecK_isReadWithItsDefaultsAndWrittenWithThem() {
    SessionRequest request =
        json.readValue(
            """
            {"algorithm": "privirec-k", "parameters": {"factors": {"k": 4, "seed": 7}},
             "noise": "none", "cohort": ["a"]}
            """,
            SessionRequest.class);

    assertThat(request)
        .isEqualTo(
            new SessionRequest(
                "privirec-k",
                PriviRecKParameters.DEFAULT
                    .withFactors(FactorParameters.DEFAULT.withK(4).withOversampling(0).withSeed(7L))
                    .withTopN(1000),
                SessionRequest.NO_NOISE,
                List.of("a"),
                null,
                null));
    assertThat(json.writeValueAsString(request))
        .isEqualTo(
            """
            {"algorithm":"privirec-k","parameters":{"factors":{"k":4,"oversampling":0,\
            "seed":7},"topN":1000},"noise":"none","cohort":["a"]}\
            """);
  }

  @Test
  void request_withTheAlgorithmLast_isTheSame() {
    SessionRequest request =
        json.readValue(
            "{\"parameters\":{\"topN\":4},\"algorithm\":\"privirec-k\"}", SessionRequest.class);

    assertThat(request.algorithm()).isEqualTo("privirec-k");
    assertThat(request.parameters()).isInstanceOf(PriviRecKParameters.class);
  }

  @Test
  void request_withoutParameters_hasNone() {
    SessionRequest request = json.readValue("{\"algorithm\":\"privirec-k\"}", SessionRequest.class);

    assertThat(request.parameters()).isNull();
    assertThat(json.writeValueAsString(request)).isEqualTo("{\"algorithm\":\"privirec-k\"}");
  }

  @Test
  void request_withoutAlgorithm_isAMismatch() {
    assertThatThrownBy(() -> json.readValue("{\"parameters\":{\"topN\":4}}", SessionRequest.class))
        .isInstanceOf(MismatchedInputException.class);
    assertThat(json.readValue("{}", SessionRequest.class).algorithm()).isNull();
  }

  @Test
  void request_ofAnUnknownAlgorithm_keepsWhatItSays() {
    String text = "{\"algorithm\":\"other\",\"parameters\":{\"x\":1,\"y\":null}}";

    SessionRequest request = json.readValue(text, SessionRequest.class);

    assertThat(request.algorithm()).isEqualTo("other");
    assertThat(request.parameters()).isInstanceOf(UnknownParameters.class);
    assertThat(json.writeValueAsString(request)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "privirec-k|{}",
        "privirec-k|{'model':{'type':'gf-cf','gamma':2,'idealRank':3}}",
        "privirec-k|{'model':{'type':'spectral','response':'root'}}",
        "privirec-k|{'model':{'type':'turbo-cf','exponent':0.7}}",
        "privirec-k|{'model':{'type':'bspm','process':{'merge':'early'}},'topN':9}",
        "privirec|{'model':{'type':'gf-cf','factors':{'k':9}}}",
        "privirec|{'model':{'type':'turbo-cf','alpha':0.6}}",
        "privirec|{'model':{'type':'bspm','process':{'time':2},'factors':{'lambda':'ritz'}}}",
        "item-degrees|{}",
        "rehearsal|{'elements':9,'roundKind':'closed'}",
      })
  void parameters_aloneWrittenAndRead_areTheSame(String algorithm, String given) {
    Class<? extends AlgorithmParameters> type = AlgorithmParameters.typeFor(algorithm);
    AlgorithmParameters parameters = json.readValue(given.replace('\'', '"'), type);

    String written = json.writeValueAsString(parameters);

    assertThat(json.readValue(written, type)).isEqualTo(parameters);
    assertThat(json.readValue("{\"x\":1}", AlgorithmParameters.typeFor("other")))
        .isEqualTo(new UnknownParameters(Map.of("x", 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'k': 4}",
        "{'factors': {'gamma': 1}}",
        "{'model': 'gf-cf'}",
        "{'model': {'gamma': 0.3}}",
        "{'model': {'type': 'knn'}}",
        "{'model': {'type': 'gf-cf', 'exponent': 1}}",
        "{'model': {'type': 'turbo-cf', 'gamma': 1}}",
        "{'model': {'type': 'turbo-cf', 'alpha': 0.5}}",
        "{'model': {'type': 'bspm', 'beta': 0.2}}",
        "{'model': {'type': 'spectral', 'idealRank': 4}}",
      })
  void parameters_ofAnotherModelOrNone_cannotBeRead(String given) {
    assertThatThrownBy(() -> json.readValue(given.replace('\'', '"'), PriviRecKParameters.class))
        .isInstanceOf(JacksonException.class);
  }

  /// A session decides about noise before it fills in what depends on noise.
  @Test
  void parameters_thatDependOnNoise_areFilledInByTheSession() {
    PriviRecKParameters read = json.readValue("{}", PriviRecKParameters.class);

    assertThat(read.factors()).isNull();
    assertThat(read.model()).isNull();
    assertThat(read.minSupport()).isNull();
    assertThat(json.readValue("{}", PriviRecParameters.class).model()).isNull();
    assertThat(json.readValue("{}", ItemDegreesParameters.class).minSupport()).isNull();
  }

  @Test
  void withPrivacy_keepsEveryOtherParameter() {
    PrivacyParameters noise = PrivacyParameters.of(3.0, 1e-6);
    for (String algorithm : AlgorithmParameters.names()) {
      Class<? extends AlgorithmParameters> type = AlgorithmParameters.typeFor(algorithm);
      if (json.readValue("{}", type) instanceof NoisyParameters asked) {
        NoisyParameters given = asked.withNoise(noise);
        assertThat(given.privacy()).isEqualTo(noise);
        assertThat(given).hasSameClassAs(asked);
        assertThat(given).usingRecursiveComparison().ignoringFields("privacy").isEqualTo(asked);
      }
    }
  }

  @Test
  void parameters_withNullInTheirPlace_takeTheDefaults() {
    String text =
        "{\"factors\":{\"iterations\":null},\"model\":null,\"topN\":null,\"minSupport\":null}";

    assertThat(json.readValue(text, PriviRecKParameters.class))
        .isEqualTo(
            PriviRecKParameters.DEFAULT.withFactors(FactorParameters.DEFAULT).withTopN(1000));
  }
}
