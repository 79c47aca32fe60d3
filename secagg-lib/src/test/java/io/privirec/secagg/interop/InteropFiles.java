package io.privirec.secagg.interop;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The published rounds: how each was made, and how it is read back.
final class InteropFiles {
  private static final VectorSpec VECTOR =
      new VectorSpec("interop", 6, 4, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));

  /// A round to publish.
  ///
  /// @param model of a tolerant round; empty for a closed one over one cell
  /// @param leaving position in the cohort, from 0, and phase
  record Plan(
      String name,
      Optional<ThreatModel> model,
      KeyAgreement agreement,
      int cohort,
      Map<Integer, Phase> leaving) {
    static Plan closed(String name, KeyAgreement agreement, int cohort) {
      return new Plan(name, Optional.empty(), agreement, cohort, Map.of());
    }

    static Plan tolerant(
        String name,
        ThreatModel model,
        KeyAgreement agreement,
        int cohort,
        Map<Integer, Phase> leaving) {
      return new Plan(name, Optional.of(model), agreement, cohort, leaving);
    }

    TestRound round() {
      return model
          .map(tolerant -> TestRound.of(Thresholds.of(tolerant, cohort), agreement, VECTOR, cohort))
          .orElseGet(() -> TestRound.closed(agreement, VECTOR, cohort, cohort));
    }
  }

  static final List<Plan> PLANS =
      List.of(
          Plan.closed("closed-n5", KeyAgreement.X25519, 5),
          Plan.closed("closed-n4-hybrid", KeyAgreement.X25519_MLKEM768, 4),
          Plan.tolerant(
              "semi-malicious-n5",
              ThreatModel.SEMI_MALICIOUS,
              KeyAgreement.X25519,
              5,
              Map.of(2, Phase.MASKED_INPUT)),
          Plan.tolerant(
              "semi-malicious-n4-t3",
              ThreatModel.SEMI_MALICIOUS,
              KeyAgreement.X25519,
              4,
              Map.of(1, Phase.MASKED_INPUT)),
          Plan.tolerant(
              "semi-honest-n4-t3",
              ThreatModel.SEMI_HONEST,
              KeyAgreement.X25519,
              4,
              Map.of(2, Phase.SHARE_KEYS)),
          Plan.tolerant(
              "semi-malicious-n12-drop-in-each-phase",
              ThreatModel.SEMI_MALICIOUS,
              KeyAgreement.X25519,
              12,
              Map.of(
                  3, Phase.ADVERTISE_KEYS,
                  11, Phase.SHARE_KEYS,
                  5, Phase.MASKED_INPUT,
                  0, Phase.CONSISTENCY_CHECK,
                  7, Phase.UNMASK)),
          Plan.tolerant(
              "semi-malicious-n4-hybrid",
              ThreatModel.SEMI_MALICIOUS,
              KeyAgreement.X25519_MLKEM768,
              4,
              Map.of(1, Phase.MASKED_INPUT)));

  private InteropFiles() {}

  /// Writes all files anew into a directory. The random bytes come from a seeded source that nobody
  /// else needs to have: each file holds every one of them.
  public static void main(String[] args) throws IOException, GeneralSecurityException {
    for (Plan plan : PLANS) {
      TestRound round = plan.round();
      SortedMap<ParticipantId, long[]> inputs = new TreeMap<>();
      SortedMap<ParticipantId, Phase> leaving = new TreeMap<>();
      SortedMap<ParticipantId, Draws> draws = new TreeMap<>();
      for (int i = 0; i < plan.cohort(); i++) {
        long[] input = new long[Math.toIntExact(VECTOR.length())];
        for (int element = 0; element < input.length; element++) {
          input[element] = element % 2 == 0 ? 100L * i + element : -1000 + 7L * i;
        }
        inputs.put(round.id(i), input);
        draws.put(round.id(i), Draws.from(new SeededRandom(1000L * plan.cohort() + i)));
        Phase phase = plan.leaving().get(i);
        if (phase != null) {
          leaving.put(round.id(i), phase);
        }
      }
      String written =
          new InteropRound(
                  round.record(),
                  round.coordinator(),
                  SignedRoster.sign(
                      round.roster(), IdentityKeyPair.generate(new SeededRandom(plan.cohort()))),
                  round.identities(),
                  inputs,
                  leaving,
                  draws)
              .run();
      Files.writeString(Path.of(args[0], plan.name() + ".json"), written);
    }
  }

  /// The text of a published file.
  static String read(String name) throws IOException {
    try (InputStream in = InteropFiles.class.getResourceAsStream("/interop/" + name + ".json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Runs the round of a file again from its record, keys, inputs and draws.
  static String replay(String file) throws GeneralSecurityException {
    JsonNode root = new JsonMapper().readTree(file);
    SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
    SortedMap<ParticipantId, long[]> inputs = new TreeMap<>();
    SortedMap<ParticipantId, Phase> leaving = new TreeMap<>();
    SortedMap<ParticipantId, Draws> draws = new TreeMap<>();
    for (JsonNode entry : root.get("participants")) {
      ParticipantId id = new ParticipantId(entry.get("id").stringValue());
      identities.put(id, identity(entry.get("identitySeed")));
      List<Long> values = new ArrayList<>();
      entry.get("input").forEach(value -> values.add(value.longValue()));
      inputs.put(id, values.stream().mapToLong(Long::longValue).toArray());
      List<String> given = new ArrayList<>();
      entry.get("draws").forEach(draw -> given.add(draw.stringValue()));
      draws.put(id, Draws.of(given));
      if (entry.has("leavesIn")) {
        leaving.put(id, Phase.valueOf(entry.get("leavesIn").stringValue()));
      }
    }
    JsonNode round = root.get("round");
    return new InteropRound(
            RoundRecord.decode(Hex.bytes(round.get("record").stringValue())),
            identity(round.get("coordinatorSeed")),
            SignedRoster.parse(root.get("roster").stringValue()),
            identities,
            inputs,
            leaving,
            draws)
        .run();
  }

  private static IdentityKeyPair identity(JsonNode seed) {
    return IdentityKeyPair.fromSeed(Hex.secret(seed.stringValue()));
  }
}
