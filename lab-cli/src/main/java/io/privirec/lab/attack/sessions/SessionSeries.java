package io.privirec.lab.attack.sessions;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.attack.sessions.SeriesSettings.Settings;
import io.privirec.lab.attack.sessions.Transcript.Noise;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import io.privirec.lab.attack.sessions.Transcript.Turn;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Sessions in a row on running services. The lab plays all attackers: it has the operator's disk,
/// the releases, and the noise of the participants.
final class SessionSeries {
  private static final long MAX_HEAP_BYTES = 1500L << 20;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration WITHIN = Duration.ofMinutes(30);

  /// Longer than the services keep a snapshot.
  private static final Duration NEXT_SNAPSHOT = Duration.ofMillis(2500);

  private static final double DELTA_OF_RUN = 1e-6;
  private static final String RAISED = "100";
  private static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));

  private final SeriesSettings settings;
  private final SeriesData data;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final Terminal terminal;

  SessionSeries(
      SeriesSettings settings,
      SeriesData data,
      RunDirectory directory,
      Supervisor supervisor,
      Terminal terminal) {
    this.settings = settings;
    this.data = data;
    this.directory = directory;
    this.supervisor = supervisor;
    this.terminal = terminal;
  }

  /// A session with its opened sums.
  ///
  /// @param opened the sums, by round
  /// @param rounds ids of the summed rounds
  private record Published(
      SessionView view, AlgorithmSettings algorithm, List<long[]> opened, List<String> rounds) {
    Published {
      opened = List.copyOf(opened);
      rounds = List.copyOf(rounds);
    }
  }

  /// How a session ended.
  ///
  /// @param outcome `published`, or the code of the rejection
  record Outcome(int number, String outcome, String detail) {
    static final String PUBLISHED = "published";

    boolean isPublished() {
      return outcome.equals(PUBLISHED);
    }
  }

  /// A running series.
  private record Running(Deployment services, Cohort cohort, SumCopies sums, NoiseSeeds seeds) {}

  /// Runs all sessions of the settings.
  ///
  /// @param audit receives each session with noise
  /// @param reading receives each session without noise
  List<Outcome> run(SessionsAudit audit, ExactReading reading)
      throws IOException, InterruptedException, ServiceFailedException {
    Deployment services = start();
    Cohort cohort = new Cohort(services, settings.participants, Cells.ONE);
    services.coordinator().addItems(data.items());
    cohort.enrol();
    importSnapshot(services, 0);
    List<ServiceSpec> specs = services.processes().stream().map(ServiceProcess::spec).toList();
    Path copies = Files.createDirectory(directory.path().resolve("copies"));
    List<Outcome> outcomes = new ArrayList<>();
    try (SumCopies sums = new SumCopies(specs.getFirst().dataDirectory(), copies);
        StandingApproval _ = StandingApproval.of(services, cohort)) {
      Running running =
          new Running(services, cohort, sums, NoiseSeeds.keptBy(specs.subList(1, specs.size())));
      boolean isChanged = false;
      for (int number = 1; number <= settings.sessions; number++) {
        int snapshot = settings.changed == 0 || number <= (settings.sessions + 1) / 2 ? 0 : 1;
        if (snapshot == 1 && !isChanged) {
          isChanged = true;
          importSnapshot(services, 1);
          Thread.sleep(NEXT_SNAPSHOT);
        }
        Outcome outcome = session(running, number, snapshot, audit, reading);
        terminal.line(
            "session   %d: %s%s"
                .formatted(
                    number,
                    outcome.outcome(),
                    outcome.detail().isEmpty() ? "" : ", " + outcome.detail()));
        outcomes.add(outcome);
      }
    }
    return outcomes;
  }

  private Deployment start() throws IOException, InterruptedException, ServiceFailedException {
    int port = Ports.firstFree(1 + settings.clientProcesses);
    Map<String, String> ofCoordinator = new HashMap<>();
    Map<String, String> ofClients = new HashMap<>();
    if (settings.raiseLimits) {
      for (String limit :
          List.of("max-epsilon-per-session", "max-epsilon", "max-epsilon-lifetime")) {
        ofCoordinator.put("privirec.coordinator.privacy." + limit, RAISED);
        ofClients.put("privirec.client.privacy." + limit, RAISED);
      }
    }
    if (settings.noNoise) {
      ofClients.putAll(StandingApproval.ASKING);
    }
    if (settings.settings == Settings.PRODUCT) {
      ofClients.put("privirec.client.approval", "manual");
    }
    Deployment services =
        Deployment.start(
            new Deployment.Layout(
                port,
                port + 1,
                settings.clientProcesses,
                MAX_HEAP_BYTES,
                ofCoordinator,
                ofClients,
                false),
            directory,
            supervisor);
    services.awaitClients();
    return services;
  }

  private void importSnapshot(Deployment services, int snapshot)
      throws IOException, InterruptedException {
    for (ParticipantId participant : data.federation().users().keySet()) {
      byte[] interactions = data.imported(participant, snapshot);
      if (interactions.length > 0) {
        services
            .clientOf(Cohort.numberOf(participant.value()))
            .importInteractions(participant.value(), interactions);
      }
    }
  }

  private SessionRequest request(int number) {
    if (settings.noNoise) {
      return new SessionRequest(
          PriviRecKParameters.ALGORITHM,
          PriviRecKParameters.DEFAULT
              .withFactors(
                  FactorParameters.DEFAULT
                      .withK(settings.k)
                      .withOversampling(0)
                      .withIterations(settings.iterations)
                      .withLambda("diag-t")
                      .withSeed((long) number))
              .withModel(PriviRecKParameters.GfCf.DEFAULT.withGamma(.3).withIdealRank(settings.k))
              .withTopN(100),
          SessionRequest.NO_NOISE,
          null,
          null,
          null);
    }
    return new SessionRequest(
        PriviRec.ID,
        settings.settings == Settings.PRODUCT
            ? null
            : PriviRecParameters.DEFAULT.withPrivacy(
                PrivacyParameters.of(settings.epsilon, DELTA_OF_RUN)),
        null,
        null,
        null,
        null);
  }

  private Outcome session(
      Running running, int number, int snapshot, SessionsAudit audit, ExactReading reading)
      throws IOException, InterruptedException {
    SessionView view;
    try {
      view = running.services.coordinator().start(request(number));
    } catch (ProblemException rejected) {
      return new Outcome(number, rejected.code(), String.valueOf(rejected.getMessage()));
    }
    long deadline = System.nanoTime() + WITHIN.toNanos();
    while (!view.status().isOver()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("session %d was not over within %s".formatted(number, WITHIN));
      }
      if (settings.settings == Settings.PRODUCT) {
        approve(running, view.id());
      }
      Thread.sleep(POLL);
      view = running.services.coordinator().session(view.id());
    }
    SessionView.@Nullable Failure failure = view.failure();
    if (view.status() != SessionView.Status.PUBLISHED) {
      return failure == null
          ? new Outcome(number, view.status().toString(), "")
          : new Outcome(number, failure.code(), failure.detail());
    }
    Published published = published(running, view);
    if (published.algorithm() instanceof NoisyPriviRec noisy) {
      audit.add(transcript(running, snapshot, noisy, published));
    } else if (published.algorithm() instanceof PriviRecK factors) {
      reading.add(snapshot, factors, published.opened());
    }
    return new Outcome(
        number, Outcome.PUBLISHED, failure == null ? "" : "popular items: " + failure.code());
  }

  /// Holders that approve by hand.
  private void approve(Running running, String session) throws IOException, InterruptedException {
    List<String> ids = running.cohort.ids();
    for (int p = 0; p < ids.size(); p++) {
      for (ParticipationView asked : running.services.clientOf(p).participations(ids.get(p))) {
        if (asked.sessionId().equals(session) && asked.status().equals("AWAITING_APPROVAL")) {
          running.services.clientOf(p).approve(asked, running.cohort.cells());
        }
      }
    }
  }

  private Published published(Running running, SessionView view) throws IOException {
    AlgorithmSettings algorithm;
    try {
      algorithm = AlgorithmRegistry.settings(view.parameters(), data.items().size());
    } catch (InvalidParametersException e) {
      throw new IOException("the session has parameters that this version cannot read", e);
    }
    SortedMap<Integer, String> summed = new TreeMap<>();
    view.rounds().stream()
        .filter(round -> round.failure() == null)
        .forEach(round -> summed.put(round.index(), round.id()));
    List<long[]> opened = new ArrayList<>();
    for (Map.Entry<Integer, String> round : summed.entrySet()) {
      opened.add(
          running.sums.read(
              round.getValue(), algorithm.algorithm().specs().get(round.getKey()).vector()));
    }
    return new Published(view, algorithm, opened, List.copyOf(summed.values()));
  }

  private Transcript transcript(
      Running running, int snapshot, NoisyPriviRec algorithm, Published session)
      throws IOException, InterruptedException {
    Path release = release(running.services.coordinator(), session.view());
    List<PlayedRound> rounds = new ArrayList<>();
    for (int index = 0; index < session.rounds().size(); index++) {
      RoundSpec spec = algorithm.algorithm().specs().get(index);
      SortedMap<ParticipantId, Turn> turns = new TreeMap<>();
      SortedMap<ParticipantId, NoiseSeed> seeds = running.seeds.of(session.rounds().get(index));
      DistributedDiscreteGaussian mechanism =
          spec.noise().orElseThrow().mechanism(CLOSED, data.federation().participants());
      seeds.forEach((participant, seed) ->
          turns.put(
              participant, new Turn(algorithm, new NoiseShare(mechanism, seed), Noise.OF_SHARE)));
      rounds.add(
          new PlayedRound(
              spec,
              spec.hasBroadcast() ? broadcast(algorithm, release, rounds.getFirst()) : null,
              session.opened().get(index),
              turns));
    }
    return new Transcript(
        snapshot,
        algorithm,
        claim(running.services.coordinator(), session.view()),
        rounds,
        release);
  }

  /// Follows from the published counts, as at the coordinator.
  private Path broadcast(NoisyPriviRec algorithm, Path release, PlayedRound first)
      throws IOException {
    RoundSpec spec = first.spec();
    int participants = data.federation().participants();
    double deviation =
        spec.noise().orElseThrow().mechanism(CLOSED, participants).deviation(participants);
    long[] counts = ItemDegreesFile.read(release.resolve(ReleaseManifest.DEGREES));
    Path broadcast = release.resolve("broadcast");
    ItemDegreesFile.write(
        broadcast, algorithm.broadcast(counts, Math.scalb(deviation, -spec.vector().scaleBits())));
    return broadcast;
  }

  private Path release(CoordinatorApi coordinator, SessionView view)
      throws IOException, InterruptedException {
    String id = Objects.requireNonNull(view.releaseId());
    Path release = Files.createDirectory(directory.path().resolve("release-" + view.id()));
    for (String file : List.of(ReleaseManifest.DEGREES, ReleaseManifest.FILTER)) {
      if (coordinator.release(id).manifest().files().stream()
          .anyMatch(each -> each.name().equals(file))) {
        coordinator.downloadReleaseFile(id, file, release.resolve(file));
      }
    }
    return release;
  }

  /// The claim of the signed manifest.
  private static Claim claim(CoordinatorApi coordinator, SessionView view)
      throws IOException, InterruptedException {
    String id = Objects.requireNonNull(view.releaseId());
    Optional<PrivacyClaim> claim;
    try {
      claim = ManifestClaim.read(coordinator.release(id).manifest().privacy());
    } catch (ReleaseVerificationException e) {
      throw new IOException("the claim of release %s cannot be read".formatted(id), e);
    }
    PrivacyClaim text =
        claim.orElseThrow(() -> new IOException("release %s claims nothing".formatted(id)));
    return new Claim(
        text.epsilon(),
        text.delta(),
        text.releases().releases().stream()
            .map(each -> (DistributedDiscreteGaussian) each.mechanism())
            .toList());
  }
}
