package io.privirec.client.runtime;

import io.privirec.client.coordinator.CoordinatorRefusedException;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.WitnessedHead;
import io.privirec.client.participant.Participant;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.wire.LedgerHeadStatement;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Has the coordinator keep the head of a participant's ledger, and asks for it once when the
/// process starts. A host that is put back whole to an older state (a snapshot of a virtual
/// machine) cannot know it by itself. The coordinator can keep the head to itself, and cannot make
/// one up: it is signed by the participant.
final class LedgerWitness {
  private static final int NOT_FOUND = 404;

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

  /// Asks for the head that is kept, once.
  void ask() {
    if (asked) {
      return;
    }
    LedgerHeadStatement newest = newest();
    if (newest != null && isOwn(newest)) {
      ledgers.heed(
          participant.id(),
          new WitnessedHead(new LedgerHead(newest.entries(), newest.hash()), newest.at()));
    }
    asked = true;
  }

  private @Nullable LedgerHeadStatement newest() {
    try {
      return channel.ledgerHead().newest();
    } catch (CoordinatorRefusedException refused) {
      if (isOlder(refused)) {
        return null;
      }
      throw refused;
    }
  }

  /// A coordinator that is not upgraded yet keeps no heads.
  private static boolean isOlder(CoordinatorRefusedException refused) {
    return refused.status() == NOT_FOUND;
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

  /// Sees to it that the coordinator keeps the newest head, before anything that its last entry is
  /// about is sent.
  void tell() {
    Optional<WitnessedHead> tip =
        ledgers.tip(participant.id()).filter(found -> !found.head().equals(kept.get()));
    if (tip.isEmpty()) {
      return;
    }
    LedgerHead head = tip.get().head();
    long at = tip.get().at();
    byte[] signed =
        LedgerHeadStatement.signedBytes(participant.id().value(), head.entries(), head.hash(), at);
    byte[] signature = participant.identity().sign(SignatureDomain.LEDGER_HEAD, signed);
    try {
      channel.putLedgerHead(
          new LedgerHeadStatement(
              head.entries(),
              head.hash(),
              at,
              Base64.getUrlEncoder().withoutPadding().encodeToString(signature)));
    } catch (CoordinatorRefusedException refused) {
      if (!isOlder(refused)) {
        throw refused;
      }
    }
    ledgers.heed(participant.id(), tip.get());
    kept.set(head);
  }
}
