package io.privirec.privacy.ledger;

import static io.privirec.privacy.ledger.LedgerText.requirePrintable;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.Unit;
import java.util.List;
import java.util.Optional;

/// One line of a ledger. Texts are printable ASCII, not empty.
public sealed interface LedgerEntry {
  /// When it was entered, in milliseconds since 1970, by the clock of whoever keeps the ledger.
  long at();

  /// The session of the entry; empty for an entry that stands for forgotten sums.
  default Optional<String> ofSession() {
    return switch (this) {
      case Sum sum -> Optional.of(sum.session());
      case Reserved reserved -> Optional.of(reserved.session());
      case Returned returned -> Optional.of(returned.session());
      case Survivors survivors -> Optional.of(survivors.session());
      case Presumed _ -> Optional.empty();
    };
  }

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
      participants = requireParticipants(participants);
      if (at < 0 || index < 0 || attempt < 1) {
        throw new IllegalArgumentException(
            "time and index must be from 0 on, attempt from 1. Provided values: %s, %s, %s"
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

    /// Whether another entry states the same sum, in whichever attempt. A sum without noise that an
    /// earlier version entered has no equations.
    boolean isSameSum(Sum other) {
      return session.equals(other.session)
          && index == other.index
          && name.equals(other.name)
          && catalogue.equals(other.catalogue)
          && participants.equals(other.participants)
          && (use.equals(other.use)
              || (use instanceof Use.Exact && other.use instanceof Use.Exact));
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

  /// Budget that a session reserves before its first sum. Until it is returned, the part that the
  /// session's sums have not used counts as spent.
  ///
  /// @param participants whose data the session is over, at least one, without commas
  /// @param rho of zero-concentrated privacy, of all sums of the session with the attempts that its
  ///   policy allows; positive and finite
  record Reserved(long at, String session, List<String> participants, double rho)
      implements LedgerEntry {
    public Reserved {
      requirePrintable("session", session);
      participants = requireParticipants(participants);
      if (at < 0 || !(rho > 0) || Double.isInfinite(rho)) {
        throw new IllegalArgumentException(
            "time must be from 0 on, rho positive and finite. Provided values: %s, %s"
                .formatted(at, rho));
      }
    }

    /// Returns the same reservation, entered at another time.
    public Reserved at(long time) {
      return new Reserved(time, session, participants, rho);
    }
  }

  /// The end of a session's reservation: the session opens no further sum.
  ///
  /// @param participants of the reservation
  record Returned(long at, String session, List<String> participants) implements LedgerEntry {
    public Returned {
      requirePrintable("session", session);
      participants = requireParticipants(participants);
      if (at < 0) {
        throw new IllegalArgumentException("time must be from 0 on. Provided value: " + at);
      }
    }
  }

  /// The survivors over which a participant opens a sum that bears losses. The participant enters
  /// them before its signature and again before its answer, once for each round. A second set of
  /// survivors would open a second sum under the same masks (Bell et al. 2020, Algorithm 4).
  ///
  /// @param step that the participant takes after this entry
  /// @param round name of the attempt
  /// @param participants of the entry, without commas; the list is not empty
  /// @param digest of the list of survivors
  record Survivors(
      long at, Step step, String session, String round, List<String> participants, String digest)
      implements LedgerEntry {
    /// The message that follows the entry.
    public enum Step {
      /// The signature of the survivors.
      SIGNED,
      /// The shares that take the masks off.
      ANSWERED
    }

    public Survivors {
      requirePrintable("session", session);
      requirePrintable("round", round);
      requirePrintable("digest of survivors", digest);
      participants = requireParticipants(participants);
      if (at < 0) {
        throw new IllegalArgumentException("time must be from 0 on. Provided value: " + at);
      }
    }

    /// Whether another entry is about the same attempt and the same participants.
    boolean isOfSameAttempt(Survivors other) {
      return round.equals(other.round) && participants.equals(other.participants);
    }

    /// Returns the same survivors, entered at another time.
    public Survivors at(long time) {
      return new Survivors(time, step, session, round, participants, digest);
    }
  }

  /// What a sum took of privacy.
  sealed interface Use {
    /// No noise: outside of every ε.
    ///
    /// @param equations that the sum tells; empty in entries of versions that did not count them
    record Exact(Optional<Equations> equations) implements Use {
      /// Creates the use of a sum whose equations are unknown.
      public Exact() {
        this(Optional.empty());
      }
    }

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
        if (seedCommitment.filter(LedgerText.NONE::equals).isPresent()) {
          throw new IllegalArgumentException("seed commitment must not be " + LedgerText.NONE);
        }
      }

      /// The same, drawn from a seed of the participant.
      public Noise ofSeed(String commitment) {
        return new Noise(mechanism, unit, adjacency, Optional.of(commitment));
      }
    }
  }

  private static List<String> requireParticipants(List<String> participants) {
    List<String> copy = List.copyOf(participants);
    copy.forEach(participant -> requirePrintable("participant", participant));
    if (copy.isEmpty() || copy.stream().anyMatch(id -> id.contains(","))) {
      throw new IllegalArgumentException("a sum has participants, whose names have no comma");
    }
    return copy;
  }
}
