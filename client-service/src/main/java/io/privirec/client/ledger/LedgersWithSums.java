package io.privirec.client.ledger;

import io.privirec.client.roster.SummedParticipants;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Participants whose ledger has a sum. It reads files and heads alone: which names are one
/// participant is the question of its caller.
@Component
record LedgersWithSums(LedgerDirectory directory, HeadStore heads) implements SummedParticipants {
  @Override
  public Set<ParticipantId> among(Collection<ParticipantId> names) {
    return names.stream().filter(this::hasSum).collect(Collectors.toSet());
  }

  private boolean hasSum(ParticipantId name) {
    return switch (check(name)) {
      case Damaged _ -> true;
      case Sound sound ->
          sound.entries().stream()
              .anyMatch(entry -> entry instanceof Sum || entry instanceof Presumed);
    };
  }

  private LedgerCheck check(ParticipantId name) {
    Ledger ledger = directory.ledger(name.value());
    try {
      return ledger.check(heads.find(name).orElseGet(ledger::empty));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
