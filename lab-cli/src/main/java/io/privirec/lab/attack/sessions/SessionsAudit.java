package io.privirec.lab.attack.sessions;

import io.privirec.exposure.Limits;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.lab.attack.sessions.Finding.Kind;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DistributedDiscreteGaussian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Attacks on sessions in a row, and what the claims of these sessions allow.
///
/// The audit keeps scores and noise of the sessions that are added, and no sums.
final class SessionsAudit {
  private static final int LAGS = 12;
  private static final int CANARIES = 4;
  private static final int PARTS = 5;

  private final Federation federation;
  private final Limits decoder;
  private final double standardErrors;
  private final Map<Attacker, Attack> attacks = new EnumMap<>(Attacker.class);
  private final List<AuditReport.Norm> norms = new ArrayList<>();
  private int sessions;

  /// The state of an attacker.
  private static final class Attack {
    private final NoiseMeter noise = new NoiseMeter();
    private final Canary canary;
    private final Recovery recovery;
    private final Decoding all;
    private final List<Claim> claims = new ArrayList<>();
    private final List<Decoding.Score> alone = new ArrayList<>();
    private final Set<Integer> decoded = new HashSet<>();

    Attack(Federation federation, Limits decoder) {
      this.canary = new Canary(federation.snapshots().getFirst().users());
      this.recovery = new Recovery(federation, federation.unchanged());
      this.all = new Decoding(federation, decoder);
    }
  }

  /// @param decoder limits of each run of the decoder
  /// @param standardErrors from which on a single measurement contradicts a claim; with several
  ///   measurements the limit is wider, so that all together fail as seldom
  SessionsAudit(Federation federation, Limits decoder, double standardErrors) {
    this.federation = federation;
    this.decoder = decoder;
    this.standardErrors = standardErrors;
    for (Attacker attacker : Attacker.values()) {
      attacks.put(attacker, new Attack(federation, decoder));
    }
  }

  /// Attacks a session.
  void add(Transcript transcript) throws IOException {
    sessions++;
    Replay replay = new Replay(federation, transcript);
    List<long[]> integers = new ArrayList<>();
    List<SparseVector[]> users = new ArrayList<>();
    for (PlayedRound round : transcript.rounds()) {
      integers.add(replay.integers(round));
      users.add(replay.users(round));
      norms.add(norm(round, transcript.claim(), users.getLast()));
    }
    for (Map.Entry<Attacker, Attack> each : attacks.entrySet()) {
      attack(each.getKey(), each.getValue(), replay, integers, users);
    }
  }

  private AuditReport.Norm norm(PlayedRound round, Claim claim, SparseVector[] users) {
    double largest = 0;
    for (SparseVector user : users) {
      largest = Math.max(largest, user.squaredNorm());
    }
    return new AuditReport.Norm(
        sessions,
        round.spec().name(),
        Math.sqrt(largest),
        claim.sums().get(round.spec().index()).sensitivity().l2());
  }

  private void attack(
      Attacker attacker,
      Attack attack,
      Replay replay,
      List<long[]> integers,
      List<SparseVector[]> users)
      throws IOException {
    Transcript transcript = replay.transcript();
    Claim claim = attacker.against(transcript.claim());
    attack.claims.add(claim);
    Sight sight = Sight.of(attacker, replay);
    List<Recovery.Rest> rests = new ArrayList<>();
    for (PlayedRound round : transcript.rounds()) {
      int index = round.spec().index();
      DistributedDiscreteGaussian claimed = claim.sums().get(index);
      double[] noise = sight.sums().get(index).clone();
      for (int n = 0; n < noise.length; n++) {
        noise[n] -= integers.get(index)[n];
      }
      if (attacker.opensSums()) {
        attack.noise.add(
            sessions, round.spec().name(), claimed, round.spec().vector().chunkLength(), noise);
        attack.canary.add(round.spec().name(), claimed, noise, users.get(index));
      }
      rests.add(
          new Recovery.Rest(noise, users.get(index), claimed.deviation(claimed.shares().honest())));
    }
    if (transcript.rounds().size() == 1) {
      return;
    }
    int[] chosen = Replay.chosen(transcript, transcript.rounds().get(NoisyDegreeRound.INDEX + 1));
    if (attacker.opensSums()) {
      attack.noise.addPairs(chosen, federation.items());
    }
    attack.recovery.add(transcript, rests.getFirst(), rests.getLast(), chosen, rho(claim));
    attack.all.add(transcript, sight, chosen);
    if (attack.decoded.add(transcript.snapshot())) {
      Decoding alone = new Decoding(federation, decoder);
      alone.add(transcript, sight, chosen);
      attack.alone.add(alone.run());
    }
  }

  private static double rho(Claim claim) {
    return claim.sums().stream().mapToDouble(DistributedDiscreteGaussian::rho).sum();
  }

  /// Compares everything with the claims.
  AuditReport report() {
    List<Finding> findings = new ArrayList<>();
    List<AuditReport.Row> rows = new ArrayList<>();
    for (AuditReport.Norm norm : norms) {
      if (!(norm.largest() <= norm.sensitivity() * (1 + 0x1p-40))) {
        findings.add(
            new Finding(
                Kind.NORM,
                Attacker.CLAIMED_COLLUDERS.toString(),
                String.format(
                    Locale.ROOT,
                    "session %d, %s: a user's integers have norm %.6g, the claim allows %.6g",
                    norm.session(),
                    norm.sum(),
                    norm.largest(),
                    norm.sensitivity())));
      }
    }
    double limit = Estimate.limit(standardErrors, checks());
    if (sessions > 0) {
      attacks.forEach((attacker, attack) -> rows.add(row(attacker, attack, limit, findings)));
    }
    return new AuditReport(
        sessions, federation.participants(), limit, List.copyOf(norms), rows, findings);
  }

  /// Variance, mean and ρ of each sum, and its correlations with earlier sums and with itself; of
  /// canaries the shifts and variances; parts of sums; items and pairs.
  private int checks() {
    int sums = norms.size();
    int ofNoise = 3 * sums + sums * (sums - 1) / 2 + LAGS * sums + CANARIES + PARTS;
    return Attacker.values().length * 2 + 2 * ofNoise;
  }

  private AuditReport.Row row(
      Attacker attacker, Attack attack, double limit, List<Finding> findings) {
    if (attacker.opensSums()) {
      attack.noise.sums().forEach(sum -> judge(attacker, sum, limit, findings));
      judgeRho(attacker, attack, limit, findings);
      judge(
          attacker,
          Kind.CANARY,
          "the largest user's likelihood ratio",
          attack.canary.worst(),
          limit,
          findings);
      judge(
          attacker,
          Kind.CANARY,
          "the users' mean likelihood ratio",
          attack.canary.mean(),
          limit,
          findings);
      attack.canary.spreads().forEach(spread -> judge(attacker, spread, limit, findings));
      attack
          .noise
          .parts(attack.noise.sums().getFirst().name(), federation.items())
          .forEach(part -> judge(attacker, part, limit, findings));
      if (attack.canary.largestShift() > attack.canary.allowed() * (1 + 1e-9)) {
        findings.add(
            new Finding(
                Kind.CANARY,
                attacker.toString(),
                String.format(
                    Locale.ROOT,
                    "a user shifts the likelihood ratio by %.4f, the claim allows %.4f",
                    attack.canary.largestShift(),
                    attack.canary.allowed())));
      }
    }
    List<Decoding.Score> scores = new ArrayList<>(attack.alone);
    if (!scores.isEmpty()) {
      if (attack.claims.size() > 1) {
        scores.add(attack.all.run());
      }
      judgeAbove(attacker, Kind.ITEMS, attack.recovery.precision(), limit, findings);
      judgeAbove(attacker, Kind.PAIRS, attack.recovery.auc(), limit, findings);
    }
    int read = scores.stream().mapToInt(Decoding.Score::read).max().orElse(0);
    if (read > 0) {
      findings.add(
          new Finding(
              Kind.WHOLE,
              attacker.toString(),
              String.format(Locale.ROOT, "%d of %d histories", read, scores.getFirst().users())));
    }
    double rho = attack.claims.stream().mapToDouble(SessionsAudit::rho).sum();
    return new AuditReport.Row(
        attacker.toString(),
        Conversion.CKS.ofConcentrated(rho, attack.claims.getFirst().delta()).epsilon(),
        attack.claims.getFirst().delta(),
        Math.sqrt(2 * rho),
        attack.noise.sums(),
        attacker.opensSums() ? attack.canary.worst() : null,
        attacker.opensSums() ? attack.canary.mean() : null,
        scores.isEmpty() ? null : attack.recovery.precision(),
        scores.isEmpty() ? null : attack.recovery.precisionWithPopularity(),
        scores.isEmpty() ? null : attack.recovery.auc(),
        scores);
  }

  private static void judge(
      Attacker attacker, NoiseMeter.Sum sum, double limit, List<Finding> findings) {
    String name = "session %d, %s".formatted(sum.session(), sum.name());
    double errors = Estimate.errorsOfVariance(sum.variance().measured(), sum.numbers());
    if (errors < -limit) {
      findings.add(
          new Finding(
              Kind.HONEST_VARIANCE,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%s: %.4f of the claimed variance, %.1f standard errors below",
                  name,
                  sum.variance().measured(),
                  -errors)));
    }
    if (errors > limit || Math.abs(sum.mean().errors()) > limit) {
      findings.add(
          new Finding(
              Kind.SUM,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%s: %.4f of the claimed variance, mean %.4f standard deviations",
                  name,
                  sum.variance().measured(),
                  sum.mean().measured())));
    }
    judge(attacker, name, "with an earlier sum", sum.overlap(), limit, findings);
    judge(attacker, name, "within the sum", sum.repeated(), limit, findings);
  }

  /// Noise that comes again can be subtracted.
  private static void judge(
      Attacker attacker,
      String name,
      String where,
      Estimate correlation,
      double limit,
      List<Finding> findings) {
    if (Math.abs(correlation.errors()) > limit) {
      findings.add(
          new Finding(
              Kind.REPEATED,
              attacker.toString(),
              String.format(
                  Locale.ROOT, "%s: correlation %.4f %s", name, correlation.measured(), where)));
    }
  }

  private static void judge(
      Attacker attacker, Canary.Spread spread, double limit, List<Finding> findings) {
    if (!(Math.abs(spread.errors()) <= limit)) {
      findings.add(
          new Finding(
              Kind.CANARY,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%s: the users' likelihood ratios have %.4f of the claimed variance, %.1f standard errors off",
                  spread.sum(),
                  spread.ratio(),
                  spread.errors())));
    }
  }

  private static void judge(
      Attacker attacker, NoiseMeter.Part part, double limit, List<Finding> findings) {
    if (part.errors() < -limit) {
      findings.add(
          new Finding(
              Kind.PART,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%s: %.4g of the claimed variance, %.1f standard errors below",
                  part.what(),
                  part.variance(),
                  -part.errors())));
    }
  }

  /// The measured ρ of each session against the ρ of its ε and δ.
  private static void judgeRho(
      Attacker attacker, Attack attack, double limit, List<Finding> findings) {
    for (int session = 1; session <= attack.claims.size(); session++) {
      int number = session;
      Claim claim = attack.claims.get(session - 1);
      List<Estimate> parts =
          attack.noise.sums().stream()
              .filter(sum -> sum.session() == number)
              .map(NoiseMeter.Sum::rho)
              .toList();
      double measured = parts.stream().mapToDouble(Estimate::measured).sum();
      double squares =
          parts.stream().mapToDouble(part -> part.standardError() * part.standardError()).sum();
      Estimate rho = new Estimate(measured, claim.rho(), Math.sqrt(squares));
      if (!(rho.errors() <= limit)) {
        findings.add(
            new Finding(
                Kind.RHO,
                attacker.toString(),
                String.format(
                    Locale.ROOT,
                    "session %d: rho %.4g, epsilon %.4g at delta %.3g allows %.4g",
                    session,
                    measured,
                    claim.epsilon(),
                    claim.delta(),
                    claim.rho())));
      }
    }
  }

  private static void judge(
      Attacker attacker,
      Kind kind,
      String what,
      Estimate estimate,
      double limit,
      List<Finding> findings) {
    if (!(Math.abs(estimate.errors()) <= limit)) {
      findings.add(
          new Finding(
              kind,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%s is %.4f, expected %.4f +- %.4f",
                  what,
                  estimate.measured(),
                  estimate.expected(),
                  estimate.standardError())));
    }
  }

  private static void judgeAbove(
      Attacker attacker, Kind kind, Estimate estimate, double limit, List<Finding> findings) {
    if (!(estimate.errors() <= limit)) {
      findings.add(
          new Finding(
              kind,
              attacker.toString(),
              String.format(
                  Locale.ROOT,
                  "%.4f, the claim allows %.4f",
                  estimate.measured(),
                  estimate.expected())));
    }
  }
}
