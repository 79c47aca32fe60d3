package io.privirec.client.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.SignedRoster;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Keeps rosters that were taken, their lines, the earlier names that they state, and the cells
/// that participants have masked for. Nothing is ever changed or deleted.
///
/// Rosters are taken one after the other, and never while a participant begins to mask: what one of
/// them writes, the other sees.
public interface RosterStore {
  /// Which text of the highest version that a roster key has signed is kept.
  Optional<RosterReference> newest(PublicIdentityKey rosterKey);

  /// A kept roster.
  Optional<SignedRoster> find(PublicIdentityKey rosterKey, RosterReference reference);

  /// Returns the last kept roster of a lower version.
  Optional<Taken> before(PublicIdentityKey rosterKey, int version);

  /// A kept roster.
  ///
  /// @param at when it was taken
  record Taken(SignedRoster roster, Instant at) {}

  /// Looks at a roster before it is put in force.
  @FunctionalInterface
  interface Check {
    Optional<RosterFault> of(Optional<SignedRoster> inForce, Collection<MaskedCell> maskedFor);
  }

  /// Keeps a roster, unless the check finds a fault in it. The one in force changes nothing.
  ///
  /// @return the fault
  Optional<RosterFault> put(
      PublicIdentityKey rosterKey, SignedRoster roster, Check check, Instant at);

  /// Returns the names of all participants, by all rosters that were ever taken, whichever key has
  /// signed them.
  FormerNames formerNames();

  /// Returns the lines of all rosters that were ever taken, whichever key has signed them.
  KnownLines lines();

  /// Whether this roster is in force: inside a transaction of the caller, until whose end no other
  /// is taken.
  boolean holds(PublicIdentityKey rosterKey, RosterReference reference);

  /// Lets no roster be taken until the end of the caller's transaction.
  void holdStill();

  /// Records cells of a cohort that a participant joins or masks for: inside a transaction of the
  /// caller.
  ///
  /// @param masked whether it masks; never taken back
  void remember(ParticipantId participant, Collection<Cell> cells, boolean masked, Instant at);

  /// The cells that a participant remembers, oldest first.
  List<Opening> openings(ParticipantId participant);

  /// A cell that every later roster must list.
  ///
  /// @param masked whether the participant masked for it, so that its sum counts as opened
  record Opening(MaskedCell cell, Instant firstJoinedAt, boolean masked) {}
}
