package io.privirec.client.peer;

/// Is told what participants of this process send and await in meetings, for meters. Names nobody.
interface PeerObserver {
  /// How an envelope goes to its recipient.
  enum Way {
    /// To the recipient's address.
    DIRECT,
    /// By way of the coordinator.
    RELAY
  }

  /// What became of an envelope.
  enum Outcome {
    /// The recipient, or the relay, has it.
    TAKEN,
    /// The recipient is there, and has no use for it: it may have been restarted.
    REFUSED,
    /// Nobody knows.
    LOST
  }

  /// An envelope was sent, for the first time or again.
  void sent(Way way, Outcome outcome, int bytes);

  /// An envelope arrived, and was taken in.
  void received(int bytes);

  /// All messages of a step are there.
  ///
  /// @param nanos for how long the participant waited for those of others
  void stepAwaited(long nanos);
}
