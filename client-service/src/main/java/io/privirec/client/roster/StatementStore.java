package io.privirec.client.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;

/// Keeps what participants have signed for the keeper of the roster; nothing is ever changed or
/// deleted.
public interface StatementStore {
  /// A line of a roster's text that a participant has signed.
  ///
  /// @param atom empty: it is a departure clause
  record Statement(SortedSet<ParticipantId> atom, String line, Instant signedAt) {}

  /// Keeps a statement; one that is there already stays as it is.
  ///
  /// @return the one that is kept
  Statement add(PublicIdentityKey rosterKey, ParticipantId signer, Statement statement);

  /// Those of a participant for one roster key, oldest first.
  List<Statement> of(PublicIdentityKey rosterKey, ParticipantId signer);
}
