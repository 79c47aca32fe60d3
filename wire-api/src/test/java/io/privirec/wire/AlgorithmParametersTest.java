package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
  void request_ofPriviRecK_isReadAndWrittenAsEver() {
    String text =
        "{\"algorithm\":\"privirec-k\",\"parameters\":{\"k\":4,\"seed\":7},\"cohort\":[\"a\"]}";

    SessionRequest request = json.readValue(text, SessionRequest.class);

    assertThat(request)
        .isEqualTo(
            new SessionRequest(
                "privirec-k",
                new PriviRecKParameters(4, null, null, 7L, null, null),
                List.of("a"),
                null,
                null));
    assertThat(json.writeValueAsString(request)).isEqualTo(text);
  }

  @Test
  void request_withTheAlgorithmLast_isTheSame() {
    SessionRequest request =
        json.readValue(
            "{\"parameters\":{\"k\":4},\"algorithm\":\"privirec-k\"}", SessionRequest.class);

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
    assertThatThrownBy(() -> json.readValue("{\"parameters\":{\"k\":4}}", SessionRequest.class))
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

  @Test
  void parameters_alone_areAPlainObject() {
    AlgorithmParameters parameters = new PriviRecKParameters(4, 2, .3, 7L, 3, 8);

    String text = json.writeValueAsString(parameters);

    assertThat(text)
        .isEqualTo(
            "{\"k\":4,\"iterations\":2,\"gamma\":0.3,\"seed\":7,\"idealRank\":3,\"topN\":8}");
    assertThat(json.readValue(text, AlgorithmParameters.typeFor("privirec-k")))
        .isEqualTo(parameters);
    assertThat(json.readValue("{\"x\":1}", AlgorithmParameters.typeFor("other")))
        .isEqualTo(new UnknownParameters(Map.of("x", 1)));
  }
}
