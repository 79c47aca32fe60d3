package io.privirec.lab.campaign;

import io.privirec.lab.process.ServiceSpec;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Ledgers of a client-service, as files.
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

  /// What is wrong with them, once the service has ended.
  ///
  /// @param sums that chunks arrived of; by round and participant
  static List<String> faults(ServiceSpec client, Set<String> sums) throws IOException {
    List<String> faults = new ArrayList<>();
    Set<String> entered = new HashSet<>();
    Set<String> participants = new HashSet<>();
    List<Path> files = of(client);
    if (files.isEmpty()) {
      return List.of("a client-service has no ledger");
    }
    try (LedgerDirectory directory =
        LedgerDirectory.open(client.dataDirectory().resolve(DIRECTORY), Optional.empty())) {
      for (Path file : files) {
        participants.add(participant(file));
        Ledger ledger = directory.ledger(participant(file));
        switch (ledger.check(ledger.empty())) {
          case LedgerCheck.Damaged damage -> faults.add(file + ": " + damage.inWords());
          case LedgerCheck.Sound sound -> {
            for (LedgerEntry entry : sound.entries()) {
              if (entry instanceof LedgerEntry.Sum sum
                  && !entered.add(sum.round() + " " + participant(file))) {
                faults.add("%s has round %s twice".formatted(file, sum.round()));
              }
            }
          }
        }
      }
    }
    for (String sum : sums) {
      if (participants.contains(sum.substring(sum.indexOf(' ') + 1)) && !entered.contains(sum)) {
        faults.add("a chunk of %s arrived, and no ledger has it".formatted(sum));
      }
    }
    return faults;
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
