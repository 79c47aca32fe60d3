package io.privirec.lab.run;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Services;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Asks everybody who tells the ε of a session's sums: the plan, the release, the coordinator's
/// ledger and each holder's.
///
/// @param session that is published
record PrivacyRun(SessionView session, Services services, Cohort cohort) {
  /// Empty where the sums are exact.
  ///
  /// @param recommender that has loaded the release
  Optional<Summary.PrivacySummary> compare(SessionPlan plan, RecommenderClient recommender)
      throws IOException, InterruptedException {
    SessionPlan.PrivacyPlan planned = plan.privacy();
    if (planned == null) {
      return Optional.empty();
    }
    double delta = planned.delta();
    Sums byCoordinator = byCoordinator();
    List<String> mechanisms =
        planned.sums().stream()
            .limit(byCoordinator.byRound.size())
            .map(SessionPlan.NoisySum::mechanism)
            .toList();
    return Optional.of(
        new Summary.PrivacySummary(
            delta,
            planned.epsilon(),
            released(recommender),
            byCoordinator.epsilon(delta),
            byHolders(delta),
            new Composition(
                    mechanisms.stream().map(text -> release(text, planned.adjacency())).toList())
                .epsilon(delta, Conversion.CKS)
                .epsilon(),
            mechanisms,
            planned.sums().size() - mechanisms.size()));
  }

  /// Computes ε from the manifest that the recommender serves: it shows ε itself only while the
  /// claim holds, which an earlier session of these participants may have ended.
  private double released(RecommenderClient recommender) throws IOException, InterruptedException {
    ReleaseManifest.Privacy privacy =
        recommender.model(Objects.requireNonNull(session.releaseId())).privacy();
    try {
      return ManifestClaim.read(privacy).orElseThrow().epsilon();
    } catch (ReleaseVerificationException e) {
      throw new IOException("the recommender serves a release whose claim cannot be read", e);
    }
  }

  private static Release release(String mechanism, String adjacency) {
    return ReleaseText.parse(mechanism, Label.parse(Adjacency.class, "adjacency", adjacency));
  }

  private Sums byCoordinator() throws IOException, InterruptedException {
    Sums sums = new Sums();
    for (CoordinatorLedgerView.Entry entry : services.coordinator().ledger().entries()) {
      CoordinatorLedgerView.Sum sum = entry.sum();
      CoordinatorLedgerView.Noise noise = entry.noise();
      if (sum != null && noise != null && sum.sessionId().equals(session.id())) {
        sums.add(sum.index(), sum.attempt(), release(noise.mechanism(), noise.adjacency()));
      }
    }
    return sums;
  }

  private Map<String, Double> byHolders(double delta) throws IOException, InterruptedException {
    Map<String, Double> told = new LinkedHashMap<>();
    for (int p = 0; p < cohort.ids().size(); p++) {
      if (services.hasClientOf(p)) {
        String participant = cohort.ids().get(p);
        told.put(participant, byHolder(services.clientOf(p).privacy(participant)).epsilon(delta));
      }
    }
    return told;
  }

  private Sums byHolder(ParticipantPrivacy ledger) {
    Sums sums = new Sums();
    for (ParticipantPrivacy.Opened opened : ledger.sums()) {
      if (opened.use() == ParticipantPrivacy.Use.NOISE && session.id().equals(opened.sessionId())) {
        sums.add(
            Objects.requireNonNull(opened.round()),
            Objects.requireNonNull(opened.attempt()),
            release(
                Objects.requireNonNull(opened.mechanism()),
                Objects.requireNonNull(opened.adjacency())));
      }
    }
    return sums;
  }

  /// The last attempt of each round. Ledgers have those that failed, too, which the release is not
  /// made of.
  private static final class Sums {
    private record Attempt(int number, Release release) {}

    private final SortedMap<Integer, Attempt> byRound = new TreeMap<>();

    void add(int round, int attempt, Release release) {
      byRound.merge(
          round,
          new Attempt(attempt, release),
          (one, other) -> one.number > other.number ? one : other);
    }

    /// 0 without any sum.
    double epsilon(double delta) {
      return byRound.isEmpty()
          ? 0
          : new Composition(byRound.values().stream().map(Attempt::release).toList())
              .epsilon(delta, Conversion.CKS)
              .epsilon();
    }
  }
}
