package io.privirec.coordinator.round;

import io.privirec.crypto.sealing.KeyRing;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.security.GeneralSecurityException;
import org.springframework.stereotype.Component;

/// Seals the events of rounds for storage: each opens only as what it was, at its place in the log
/// of its round.
@Component
record SealedEvents(KeyRing ring) {
  byte[] seal(String round, int seq, CoordinatorEvent event) {
    return ring.seal(place(round, seq), SecretBytes.copyOf(event.encode()));
  }

  CoordinatorEvent open(String round, int seq, byte[] sealed) {
    try {
      return CoordinatorEvent.decode(ring.open(place(round, seq), sealed).expose());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("event %s of round %s is broken".formatted(seq, round), e);
    }
  }

  /// The name of an event's place.
  static String place(Object round, Object seq) {
    return "round-event/" + round + "/" + seq;
  }
}
