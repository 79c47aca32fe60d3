package io.privirec.lab.run;

import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.fedpower.RevealedNoise;
import io.privirec.lab.session.UserSplit;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Says whose noise is left on the sums of a session of `fedpower-utility`, and has the run fail
/// where it is not one participant's, to the last bit, in each synchronisation.
final class NoiseRun {
  private final Deployment services;
  private final RevealedNoise noise;
  private final Terminal terminal;

  private NoiseRun(Deployment services, RevealedNoise noise, Terminal terminal) {
    this.services = services;
    this.noise = noise;
    this.terminal = terminal;
  }

  /// Before the session.
  static NoiseRun over(Deployment services, Terminal terminal) throws IOException {
    return new NoiseRun(
        services,
        RevealedNoise.of(
            services.processes().stream()
                .map(ServiceProcess::spec)
                .filter(spec -> spec.name().startsWith(Deployment.CLIENT))
                .toList()),
        terminal);
  }

  /// @param scratch an existing directory
  void check(RunSettings settings, RunData data, Cohort cohort, SessionView session, Path scratch)
      throws IOException, InterruptedException, RunFailedException {
    Path file = scratch.resolve("revealed-" + ReleaseManifest.FACTORS);
    services
        .coordinator()
        .downloadReleaseFile(
            Objects.requireNonNull(session.releaseId()), ReleaseManifest.FACTORS, file);
    RevealedNoise.Left left =
        noise.explain(
            session.id(),
            data.algorithm(),
            held(settings, data, cohort, session),
            Files.readAllBytes(file),
            scratch);
    Files.delete(file);
    terminal.line(
        "noise     left of the synchronisations: "
            + left.whose().stream()
                .map(whose ->
                    whose.isEmpty()
                        ? "nobody's"
                        : whose.stream()
                            .map(ParticipantId::value)
                            .collect(Collectors.joining(" or ")))
                .collect(Collectors.joining(", ")));
    if (!left.isOfOne()) {
      throw new RunFailedException(
          "not one participant's noise is left in each of the %d synchronisations"
              .formatted(left.syncs()));
    }
  }

  /// As participants have it.
  private static SortedMap<ParticipantId, RatingMatrix> held(
      RunSettings settings, RunData data, Cohort cohort, SessionView session) {
    List<int[]> split = UserSplit.deal(data.knownUsers(), settings.participants(), settings.seed());
    SortedMap<ParticipantId, RatingMatrix> held = new TreeMap<>();
    for (int p = 0; p < split.size(); p++) {
      String id = cohort.ids().get(p);
      if (session.survivors().contains(id)) {
        int[] users = UserSplit.byId(data.dataset(), split.get(p));
        held.put(new ParticipantId(id), data.dataset().trainRatings().rows(users));
      }
    }
    return held;
  }
}
