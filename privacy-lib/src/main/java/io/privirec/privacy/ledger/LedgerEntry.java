package io.privirec.privacy.ledger;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.Unit;
import java.util.List;
import java.util.Optional;

/// One line of a ledger. Texts are printable ASCII, not empty.
public sealed interface LedgerEntry {
  /// When it was entered, in milliseconds since 1970, by the clock of whoever keeps the ledger.
  long at();

  /// One sum that was opened, or may have been: it is entered before anything leaves that would
  /// open it.
  ///
  /// @param session that the sum belongs to
  /// @param round name of the attempt; another attempt is another entry, unless it has the same
  ///   noise
  /// @param index position of the round in the session, from 0
  /// @param attempt from 1
  /// @param name what is summed
  /// @param catalogue digest of the items
  /// @param participants whose data is in it, at least one, without commas
  record Sum(
      long at,
      String session,
      String round,
      int index,
      int attempt,
      String name,
      String catalogue,
      List<String> participants,
      Use use)
      implements LedgerEntry {
    public Sum {
      requirePrintable("session", session);
      requirePrintable("round", round);
      requirePrintable("name of a sum", name);
      requirePrintable("catalogue", catalogue);
      participants = List.copyOf(participants);
      participants.forEach(participant -> requirePrintable("participant", participant));
      if (participants.isEmpty() || participants.stream().anyMatch(id -> id.contains(","))) {
        throw new IllegalArgumentException("a sum has participants, whose names have no comma");
      }
      if (at < 0 || index < 0 || attempt < 1) {
        throw new IllegalArgumentException(
            "time and index must be from 0 on, attempt from 1. Provided values: %d, %d, %d"
                .formatted(at, index, attempt));
      }
    }

    /// Whether another entry is about the same attempt and the same participants.
    boolean isOfSameAttempt(Sum other) {
      return round.equals(other.round) && participants.equals(other.participants);
    }

    /// Whether another entry is about the same sum with the same noise. A later attempt over the
    /// same cohort draws its noise from the same seed and shows nothing new.
    boolean hasSameNoise(Sum other) {
      return use instanceof Use.Noise noise
          && noise.seedCommitment().isPresent()
          && use.equals(other.use)
          && session.equals(other.session)
          && index == other.index
          && catalogue.equals(other.catalogue)
          && participants.equals(other.participants);
    }

    /// Whether another entry states the same sum, in whichever attempt.
    boolean isSameSum(Sum other) {
      return session.equals(other.session)
          && index == other.index
          && name.equals(other.name)
          && catalogue.equals(other.catalogue)
          && participants.equals(other.participants)
          && use.equals(other.use);
    }

    /// The same, entered at another time.
    public Sum at(long time) {
      return new Sum(time, session, round, index, attempt, name, catalogue, participants, use);
    }
  }

  /// Sums that nobody remembers, after a restore: as much as the limits of one period allow.
  ///
  /// @param reason for people
  record Presumed(long at, String reason) implements LedgerEntry {
    public Presumed {
      requirePrintable("reason", reason);
      if (at < 0) {
        throw new IllegalArgumentException("time must be from 0 on. Provided value: " + at);
      }
    }
  }

  /// What a sum took of privacy.
  sealed interface Use {
    /// No noise: outside of every ε.
    record Exact() implements Use {}

    /// Noise of this mechanism.
    ///
    /// @param unit that the sensitivities are about
    /// @param adjacency that the sensitivities are about
    /// @param seedCommitment of the participant's own seed, which tells nothing of it; empty for
    ///   who has none
    record Noise(
        Distributed mechanism, Unit unit, Adjacency adjacency, Optional<String> seedCommitment)
        implements Use {
      public Noise {
        seedCommitment.ifPresent(commitment -> requirePrintable("seed commitment", commitment));
        if (seedCommitment.filter(LedgerLine.NONE::equals).isPresent()) {
          throw new IllegalArgumentException("seed commitment must not be " + LedgerLine.NONE);
        }
      }
    }
  }

  private static void requirePrintable(String what, String text) {
    if (!LedgerLine.PRINTABLE.matcher(text).matches()) {
      throw new IllegalArgumentException(what + " must be printable ASCII, and not empty");
    }
  }
}
