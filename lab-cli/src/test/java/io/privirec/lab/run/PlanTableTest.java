package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.SessionPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PlanTableTest {
  private static final String PLAN =
      """
      {"algorithm": "item-degrees", "parameters": {"minSupport": 1}, "participants": 3, "items": 9,
       "threatModel": "semi-malicious", "keyAgreement": "x25519", "roundKind": "closed",
       "rosterVersion": 1, "cells": [1], "neighbours": 2, "rounds": [], "warnings": [],
       "privacy": {"epsilon": 1.25, "epsilonReserved": 2.25, "epsilonTwoHolders": 2.6, "epsilonThreeHolders": 4,
         "epsilonLifetime": 5.5, "epsilonPeriod": 2.75, "period": "PT8760H", "delta": 1e-6,
         "unit": "user", "adjacency": "add-or-remove", "colluders": 1, "dropouts": 0,
         "inflation": 1.2, "sums": []},
       "bytesUpPerParticipant": 0, "bytesDownPerParticipant": 0,
       "protocolBytesUpPerParticipant": 0, "protocolBytesDownPerParticipant": 0,
       "coordinatorDiskBytes": 0, "coordinatorHeapBytes": 0}
      """;

  @Test
  void planWithNoise_statesEpsilonOfTheSession_forLife_andOfThePeriod() {
    List<String> lines = PlanTable.of(JsonMapper.shared().readValue(PLAN, SessionPlan.class));

    assertThat(lines)
        .containsSubsequence(
            "privacy   epsilon 1.25 at delta 1.0E-6 for each user; 2.600 and 4.000 for a person at"
                + " two and three holders",
            "          epsilon after this session, of the poorest participant: 5.500 since its"
                + " ledger began, 2.750 within 365 days",
            "          reserved is epsilon 2.250, with all attempts that the policy allows");
  }
}
