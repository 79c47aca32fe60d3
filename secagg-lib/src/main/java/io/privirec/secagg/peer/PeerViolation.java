package io.privirec.secagg.peer;

import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.Optional;

/// What a peer was sent, and takes no notice of. The message repeats nothing of what was sent.
public final class PeerViolation extends GeneralSecurityException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final transient Optional<ParticipantId> culprit;

  /// What is wrong.
  public enum Kind {
    /// It is not from whom it says it is, or for somebody else, or does not decode: whoever it is
    /// from, nothing follows.
    FORGED,
    /// It is of a step that the recipient will come to later. It may come again.
    EARLY,
    /// A peer has signed two different messages of one step.
    EQUIVOCATED
  }

  PeerViolation(Kind kind, Optional<ParticipantId> culprit, String message) {
    super(message);
    this.kind = kind;
    this.culprit = culprit;
  }

  public Kind kind() {
    return kind;
  }

  /// Who is proven to have broken the rules.
  public Optional<ParticipantId> culprit() {
    return culprit;
  }
}
