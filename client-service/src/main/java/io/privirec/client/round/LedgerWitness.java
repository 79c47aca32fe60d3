package io.privirec.client.round;

import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.WitnessedHead;
import io.privirec.client.participant.Participant;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.wire.LedgerHeadStatement;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Has the coordinator keep the head of a participant's ledger, and asks for it when the process
/// starts and before each new one. A host that is put back whole to an older state (a snapshot of a
/// virtual machine) cannot know it by itself. The coordinator can keep the head to itself, and
/// cannot make one up: it is signed by the participant.
final class LedgerWitness {
  private final Participant participant;
  private final ParticipantChannel channel;
  private final PrivacyLedgers ledgers;
  private final AtomicReference<@Nullable LedgerHead> kept = new AtomicReference<>();
  private volatile boolean asked;

  LedgerWitness(Participant participant, ParticipantChannel channel, PrivacyLedgers ledgers) {
    this.participant = participant;
    this.channel = channel;
    this.ledgers = ledgers;
  }

  /// Asks for the head that is kept, before the first thing that this process does.
  void askAtStart() {
    if (!asked) {
      asked = takeInKept();
    }
  }

  /// @return false if the coordinator is not upgraded yet, and keeps no heads
  private boolean takeInKept() {
    LedgerHeadStatement newest;
    try {
      newest = channel.ledgerHead().newest();
    } catch (CoordinatorException.Refused refused) {
      if (refused.isUnknownPath()) {
        return false;
      }
      throw refused;
    }
    if (newest != null && isOwn(newest)) {
      ledgers.rememberWitnessed(
          participant.id(),
          new WitnessedHead(new LedgerHead(newest.entries(), newest.hash()), newest.at()));
    }
    return true;
  }

  /// Whoever has no such signature has no head to show.
  private boolean isOwn(LedgerHeadStatement statement) {
    try {
      return participant
          .identity()
          .publicKey()
          .verify(
              SignatureDomain.LEDGER_HEAD,
              statement.signedBytes(participant.id().value()),
              Base64.getUrlDecoder().decode(statement.signature()));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Has the coordinator keep the newest head, before anything that its last entry is about is
  /// sent. Asks for the one that is kept first: a process can be put back with its memory, and must
  /// not put its head in the place of the one that tells so.
  void deposit() {
    if (ledgers.tip(participant.id()).filter(tip -> !tip.head().equals(kept.get())).isEmpty()
        || !takeInKept()) {
      return;
    }
    // None any more, if what is kept has locked the participant.
    ledgers
        .tip(participant.id())
        .ifPresent(tip -> {
          channel.putLedgerHead(signed(tip));
          ledgers.rememberWitnessed(participant.id(), tip);
          kept.set(tip.head());
        });
  }

  private LedgerHeadStatement signed(WitnessedHead tip) {
    LedgerHead head = tip.head();
    byte[] signature =
        participant
            .identity()
            .sign(
                SignatureDomain.LEDGER_HEAD,
                LedgerHeadStatement.signedBytes(
                    participant.id().value(), head.entries(), head.hash(), tip.at()));
    return new LedgerHeadStatement(
        head.entries(),
        head.hash(),
        tip.at(),
        Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
  }
}
