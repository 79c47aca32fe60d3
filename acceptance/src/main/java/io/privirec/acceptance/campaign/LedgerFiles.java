package io.privirec.acceptance.campaign;

import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundNoise;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.stage.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Ledgers of a service, as files.
final class LedgerFiles {
  private static final String DIRECTORY = "ledgers";
  private static final String SUFFIX = ".ledger";
  private static final int KIND = 2;
  private static final int ROUND = 4;

  private LedgerFiles() {}

  /// Rounds that stand in them, while the service runs; by round and participant.
  static Set<String> entered(ServiceSpec client) throws IOException {
    Set<String> entered = new HashSet<>();
    for (Path file : of(client)) {
      for (String line : Files.readAllLines(file)) {
        String[] fields = line.split("\t", -1);
        if (fields.length > ROUND && fields[KIND].equals("sum")) {
          entered.add(fields[ROUND] + " " + participant(file));
        }
      }
    }
    return entered;
  }

  /// What is wrong with those of a client-service, once it has ended.
  ///
  /// @param sums that chunks arrived of; by round and participant
  static List<String> faults(ServiceSpec client, Set<String> sums) throws IOException {
    List<String> faults = new ArrayList<>();
    Set<String> participants = new HashSet<>();
    of(client).forEach(file -> participants.add(participant(file)));
    if (participants.isEmpty()) {
      return List.of("a client-service has no ledger");
    }
    Set<String> entered = new HashSet<>();
    for (Sum sum : sums(client, faults)) {
      if (!entered.add(sum.round() + " " + sum.participants().getFirst())) {
        faults.add("%s has round %s twice".formatted(sum.participants(), sum.round()));
      }
    }
    for (String sum : sums) {
      if (participants.contains(sum.substring(sum.indexOf(' ') + 1)) && !entered.contains(sum)) {
        faults.add("a chunk of %s arrived, and no ledger has it".formatted(sum));
      }
    }
    return faults;
  }

  /// What is said of noise and was not planned, in the ledgers of a service that has ended: each
  /// sum has the least noise that its round's part of the budget allows with as many losses and
  /// colluders as its record says. And no participant drew noise from one seed twice.
  ///
  /// @param algorithms of all sessions, by id
  static List<String> unplanned(ServiceSpec service, Map<String, Algorithm> algorithms)
      throws IOException {
    List<String> faults = new ArrayList<>();
    Set<String> seeds = new HashSet<>();
    // What is wrong with the files is said elsewhere.
    for (Sum sum : sums(service, new ArrayList<>())) {
      Algorithm algorithm = algorithms.get(sum.session());
      if (algorithm == null || sum.index() >= algorithm.specs().size()) {
        faults.add("%s has round %s, which no session has".formatted(service.name(), sum.round()));
        continue;
      }
      if (!isPlanned(sum.use(), algorithm.specs().get(sum.index()).noise())) {
        faults.add(
            "%s has round %s of session %s with %s"
                .formatted(service.name(), sum.round(), sum.session(), sum.use()));
      }
      if (sum.use() instanceof Use.Noise noise
          && noise.seedCommitment().filter(seed -> !seeds.add(seed)).isPresent()) {
        faults.add(
            "%s drew the noise of round %s once before".formatted(sum.participants(), sum.round()));
      }
    }
    return faults;
  }

  static boolean isPlanned(Use use, Optional<RoundNoise> planned) {
    return switch (use) {
      case Use.Exact _ -> planned.isEmpty();
      case Use.Noise(Distributed mechanism, Unit unit, Adjacency adjacency, _) ->
          planned.isPresent()
              && mechanism.shares().colluders() >= planned.get().colluders()
              && mechanism.equals(planned.get().mechanism(mechanism.shares()))
              && unit == Unit.USER
              && adjacency == Adjacency.ADD_OR_REMOVE;
    };
  }

  /// What is wrong with that of the coordinator, once all services have ended. It has every sum
  /// that a holder's ledger has; a closed sum that was tried again over the same participants once.
  static List<String> faults(ServiceSpec coordinator, List<ServiceSpec> clients)
      throws IOException {
    List<String> faults = new ArrayList<>();
    List<Sum> own = sums(coordinator, faults);
    Set<List<Object>> entered = new HashSet<>();
    for (Sum sum : own) {
      boolean isNew =
          sum.use() instanceof Use.Exact
              ? entered.add(List.of(sum.session(), sum.index(), sum.participants()))
              : entered.add(List.of(sum.round()));
      if (!isNew) {
        faults.add("the coordinator's ledger has round %s twice".formatted(sum.round()));
      }
    }
    for (ServiceSpec client : clients) {
      for (Sum sum : sums(client, faults)) {
        if (own.stream().noneMatch(ours -> covers(ours, sum))) {
          faults.add(
              "%s masked for round %s, and the coordinator's ledger does not have it"
                  .formatted(sum.participants(), sum.round()));
        }
      }
    }
    return faults;
  }

  private static boolean covers(Sum ours, Sum holders) {
    return ours.participants().containsAll(holders.participants())
        && (ours.round().equals(holders.round())
            || (ours.session().equals(holders.session())
                && ours.index() == holders.index()
                && isSameClosedSum(ours.use(), holders.use())));
  }

  private static boolean isSameClosedSum(Use ours, Use holders) {
    return switch (ours) {
      case Use.Exact _ -> holders instanceof Use.Exact;
      case Use.Noise(Distributed mechanism, _, _, _) ->
          mechanism.shares().dropouts() == 0
              && holders instanceof Use.Noise noise
              && noise.mechanism().equals(mechanism);
    };
  }

  /// All sums of a service's ledgers.
  ///
  /// @param faults takes what is wrong with the files themselves
  private static List<Sum> sums(ServiceSpec service, List<String> faults) throws IOException {
    List<Sum> sums = new ArrayList<>();
    try (LedgerDirectory directory =
        LedgerDirectory.open(service.dataDirectory().resolve(DIRECTORY), Optional.empty())) {
      for (Path file : of(service)) {
        Ledger ledger = directory.ledger(participant(file));
        switch (ledger.check(ledger.empty())) {
          case LedgerCheck.Damaged damage -> faults.add(file + ": " + damage.inWords());
          case LedgerCheck.Sound sound ->
              sound.entries().stream()
                  .filter(Sum.class::isInstance)
                  .map(Sum.class::cast)
                  .forEach(sums::add);
        }
      }
    }
    return sums;
  }

  private static String participant(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private static List<Path> of(ServiceSpec client) throws IOException {
    try (Stream<Path> files = Files.list(client.dataDirectory().resolve(DIRECTORY))) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }
}
