package io.privirec.client.ledger;

import io.privirec.privacy.ledger.KeptLedger;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The ledger of a name, as the database and the coordinator know the ledger.
record LedgerKeeper(ParticipantId name, Ledger ledger, HeadStore heads, JoinedRounds rounds)
    implements KeptLedger.Keeper {
  @Override
  public Optional<LedgerHead> head() {
    return heads.find(name);
  }

  @Override
  public void save(LedgerHead head) {
    heads.save(name, head);
  }

  @Override
  public Optional<String> unknown(Ahead ahead) {
    long unknown = ahead.uncounted().stream().filter(entry -> !isKnown(entry)).count();
    return unknown == 0
        ? Optional.empty()
        : Optional.of(
            "the database is older than the ledger: %s of its entries are of sessions or rounds that it does not know"
                .formatted(unknown));
  }

  private boolean isKnown(LedgerEntry entry) {
    return switch (entry) {
      case Sum sum ->
          rounds.has(
              name,
              sum.round(),
              sum.use() instanceof Use.Noise noise ? noise.seedCommitment() : Optional.empty());
      case Reserved _, Returned _, Survivors _ ->
          rounds.knowsSession(name, entry.ofSession().orElseThrow());
      case Presumed _ -> false;
    };
  }

  /// The coordinator keeps the newest head that the participant signed. An entry that was presumed
  /// since then covers the missing entries.
  @Override
  public Optional<String> missing(Sound sound) {
    return heads
        .witnessed(name)
        .filter(witnessed -> !witnessed.head().equals(sound.tip()))
        .filter(witnessed ->
            sound.entries().stream()
                .noneMatch(entry -> entry instanceof Presumed && entry.at() >= witnessed.at()))
        .filter(witnessed -> !reaches(witnessed.head()))
        .map(witnessed ->
            "the coordinator keeps a head of this ledger, signed by %s, of %s entries, and it is none of these %s"
                .formatted(name, witnessed.head().entries(), sound.tip().entries()));
  }

  private boolean reaches(LedgerHead head) {
    try {
      return ledger.check(head) instanceof Sound;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Set<String> open(Set<String> sessions) {
    return sessions.stream()
        .filter(session -> rounds.isOpen(name, session))
        .collect(Collectors.toUnmodifiableSet());
  }
}
