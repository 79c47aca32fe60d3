package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.trace.SessionTraces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIdTest {
  private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

  private static String traceparent(String id) {
    return "00-" + id + "-00f067aa0ba902b7-01";
  }

  @Test
  void parse_traceparentOfACaller_isItsId() {
    assertThat(TraceId.parse(traceparent(ID))).isEqualTo(ID);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "00-" + ID,
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01"
      })
  void parse_whatIsNone_isANewId(String traceparent) {
    assertThat(TraceId.parse(traceparent)).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
    assertThat(TraceId.parse(traceparent)).isNotEqualTo(TraceId.parse(traceparent));
  }

  @Test
  void parse_idOfASession_isNoCallers() {
    String ofASession = SessionTraces.traceId("0723fbfe03379a2f7da12dcc");
    assertThat(TraceId.parse(traceparent(ofASession))).isNotEqualTo(ofASession);
  }
}
