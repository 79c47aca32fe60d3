package io.privirec.federation;

import io.privirec.secagg.ParticipantId;

/// Sentences that tell participants about their part in a session, beside the disclosure.
///
/// @param text with full sentences
public record Notice(Audience audience, String text) {
  /// The participants that are told.
  public sealed interface Audience {
    /// Whether a participant is told.
    boolean has(ParticipantId participant);
  }

  /// Every participant.
  public record Everybody() implements Audience {
    @Override
    public boolean has(ParticipantId participant) {
      return true;
    }
  }

  /// A single participant.
  public record Only(ParticipantId one) implements Audience {
    @Override
    public boolean has(ParticipantId participant) {
      return participant.equals(one);
    }
  }

  /// Every participant except a single participant.
  public record AllBut(ParticipantId one) implements Audience {
    @Override
    public boolean has(ParticipantId participant) {
      return !participant.equals(one);
    }
  }

  /// Every participant is told.
  public Notice(String text) {
    this(new Everybody(), text);
  }
}
