package io.privirec.wire.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.PriviRecKParameters.GfCf;
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
             "cohort": ["a"]}
            """,
            SessionRequest.class);

    assertThat(request)
        .isEqualTo(
            new SessionRequest(
                "privirec-k",
                new PriviRecKParameters(
                    new FactorParameters(4, 0, 2, "diag-t", 7L), new GfCf(.3, null), 1000, 5),
                List.of("a"),
                null,
                null));
    assertThat(json.writeValueAsString(request))
        .isEqualTo(
            """
            {"algorithm":"privirec-k","parameters":{"factors":{"k":4,"oversampling":0,\
            "iterations":2,"lambda":"diag-t","seed":7},"model":{"type":"gf-cf","gamma":0.3},\
            "topN":1000,"minSupport":5},"cohort":["a"]}\
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

  /// Sums with noise have no use for one.
  @Test
  void parameters_withPrivacy_haveNoMinSupportUnlessGiven() {
    String privacy = "{\"privacy\":{\"epsilon\":1,\"delta\":1e-6}%s}";
    for (String more : List.of("", ",\"minSupport\":null")) {
      String text = privacy.formatted(more);
      assertThat(json.readValue(text, ItemDegreesParameters.class).minSupport()).isNull();
      assertThat(json.readValue(text, PriviRecParameters.class).minSupport()).isNull();
    }
    String both = privacy.formatted(",\"minSupport\":1");
    assertThat(json.readValue(both, PriviRecParameters.class).minSupport()).isEqualTo(1);
    assertThat(json.readValue("{}", ItemDegreesParameters.class).minSupport()).isEqualTo(5);
    assertThat(json.readValue("{}", PriviRecParameters.class).minSupport()).isEqualTo(5);
  }

  @Test
  void parameters_withNullInTheirPlace_takeTheDefaults() {
    String text =
        "{\"factors\":{\"iterations\":null},\"model\":null,\"topN\":null,\"minSupport\":null}";

    assertThat(json.readValue(text, PriviRecKParameters.class))
        .isEqualTo(PriviRecKParameters.DEFAULT);
  }
}
