package io.privirec.client.participant;

import io.privirec.secagg.ParticipantId;

/// Why a participant is not found or hosted here. The message says so to the caller.
public abstract sealed class ParticipantRefusal extends RuntimeException {
  private ParticipantRefusal(String message) {
    super(message);
  }

  public static final class UnknownParticipant extends ParticipantRefusal {
    UnknownParticipant() {
      super("no such participant is hosted here");
    }
  }

  public static final class AlreadyHosted extends ParticipantRefusal {
    AlreadyHosted(ParticipantId id) {
      super("participant is hosted here already: " + id.value());
    }
  }

  /// The coordinator has another key than the one that the holder configured, or pinned.
  public static final class OtherCoordinatorKey extends ParticipantRefusal {
    OtherCoordinatorKey(String expected) {
      super("the coordinator's key is not " + expected);
    }
  }

  public static final class UnusableCoordinatorKey extends ParticipantRefusal {
    UnusableCoordinatorKey() {
      super("the coordinator's key is no Ed25519 key");
    }
  }
}
