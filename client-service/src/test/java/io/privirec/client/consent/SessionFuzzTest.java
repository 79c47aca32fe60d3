package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TextMutator;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.RefusedException;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionView;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Sessions as a coordinator shows them, changed at random: those that can be read are settled or
/// refused.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class SessionFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS = Integer.getInteger("tests.fuzz.inputs", 5_000);
  private static final ParticipantId SELF = new ParticipantId("p1");
  private static final Optional<Roster> ROSTER = Optional.of(roster());
  private static final Trust TRUST = new Trust(ThreatModel.SEMI_HONEST, true, () -> ROSTER);

  private static final String REST =
      """
      "status":"RUNNING","threatModel":"semi-honest","keyAgreement":"x25519",\
      "cells":[1],"cellsLeftOut":[],"catalogueVersion":1,"cohort":["p1"],"survivors":[],\
      "missing":[],"rounds":[],"createdAt":"2026-01-01T00:00:00Z","stages":{},"bisection":[],\
      """;

  private static final String TOLERANT = "\"roundKind\":\"tolerant\"}";
  private static final String CLOSED =
      """
      "roundKind":"closed","onMissing":"wait","minParticipants":3,"rosterVersion":1}\
      """;

  private static final List<String> VALID =
      List.of(
          """
          {"id":"s","algorithm":"privirec-k","parameters":{"factors":{"k":4,"iterations":2,"lambda":"diag-t",\
          "seed":7},"model":{"type":"gf-cf","gamma":0.3,"idealRank":4},"topN":10,"minSupport":5},\
          """
              + REST
              + CLOSED,
          """
          {"id":"s","algorithm":"rehearsal","parameters":{"elements":1000,"rounds":1,"seed":3,\
          "ringBits":16,"roundKind":"tolerant"},\
          """
              + REST
              + TOLERANT);

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void terms_ofMutatedSessions_areSettledOrRefused() {
    assertThat(VALID).allMatch(text -> isSettled(text.getBytes(StandardCharsets.UTF_8)));
    TextMutator mutator = new TextMutator(SEED, VALID);
    int settled = 0;
    for (int i = 0; i < INPUTS; i++) {
      settled += isSettled(mutator.next()) ? 1 : 0;
    }
    assertThat(settled).as("sessions that are settled").isPositive().isLessThan(INPUTS);
    System.out.printf("session fuzz: %s inputs, %s settled, seed %s%n", INPUTS, settled, SEED);
  }

  @Test
  void terms_ofASessionWithoutParameters_areRefused() {
    for (String parameters : List.of("", "\"parameters\":null,")) {
      String text = "{\"id\":\"s\",\"algorithm\":\"rehearsal\"," + parameters + REST + TOLERANT;
      assertThat(isSettled(text.getBytes(StandardCharsets.UTF_8))).isFalse();
    }
  }

  private static boolean isSettled(byte[] input) {
    try {
      SessionView view = JsonMapper.shared().readValue(input, SessionView.class);
      if (view == null) {
        return false;
      }
      TRUST.threatModel(view);
      Trust.keyAgreement(view);
      TRUST.awaitsRosterOf(view);
      Algorithm algorithm = Algorithms.of(view.parameters(), 30);
      TRUST.cohort(view, algorithm, SELF);
      algorithm.specs();
      return true;
    } catch (JacksonException e) {
      return false;
    } catch (RefusedException e) {
      assertThat(e.reason()).isNotNull();
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "seed " + SEED + ": " + new String(input, StandardCharsets.ISO_8859_1), e);
    }
  }

  private static Roster roster() {
    List<CohortMember> members =
        Stream.of("p1", "p2", "p3")
            .map(name ->
                new CohortMember(
                    new ParticipantId(name),
                    IdentityKeyPair.generate(new SecureRandom()).publicKey()))
            .toList();
    return Roster.ofOneCell(1, members);
  }
}
