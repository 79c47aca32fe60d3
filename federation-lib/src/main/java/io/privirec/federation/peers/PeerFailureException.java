package io.privirec.federation.peers;

import io.privirec.secagg.ParticipantId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Participants cannot go on among themselves. The message is for people.
public final class PeerFailureException extends Exception {
  private static final long serialVersionUID = 1;

  private final Code code;
  private final transient SortedSet<ParticipantId> peers;

  /// Why; stable.
  public enum Code {
    /// Somebody was not heard in time.
    PEER_SILENT,
    /// Somebody said two things in one step, or published a key that nobody can agree with.
    PEER_EQUIVOCATED,
    /// A sum is larger than those of honest participants. Whose part it is nobody can tell.
    PEER_SUM_OUT_OF_RANGE,
    /// What was computed again after a restart is not what was sent before.
    PEER_INPUT_CHANGED,
    /// The rows have no further singular vector.
    RANK_TOO_LARGE;

    /// As in the API.
    public String label() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  /// @param peers who it is, as far as can be told
  public PeerFailureException(Code code, SortedSet<ParticipantId> peers, String message) {
    super(message);
    this.code = code;
    this.peers = Collections.unmodifiableSortedSet(new TreeSet<>(peers));
  }

  public Code code() {
    return code;
  }

  public SortedSet<ParticipantId> peers() {
    return peers;
  }
}
