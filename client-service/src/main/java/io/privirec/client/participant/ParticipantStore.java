package io.privirec.client.participant;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Keeps participants; identity keys and secrets of noise are encrypted at rest.
public interface ParticipantStore {
  /// All that are enrolled, by id.
  List<Participant> enrolled();

  /// The first of them; empty when none is enrolled.
  Optional<Participant> first();

  /// An enrolled participant.
  Optional<Participant> find(ParticipantId id);

  /// Keeps a key for an enrolment that is about to be tried. When an earlier try left a key, that
  /// one stays: the coordinator may know it already.
  ///
  /// @return the key that is kept
  IdentityKeyPair draft(ParticipantId id, IdentityKeyPair fresh);

  /// Returns the secret that the noise of a participant's closed rounds follows from, of 32 bytes.
  /// The store draws it at random when it is first asked for, and keeps it encrypted.
  SecretBytes noiseSecret(ParticipantId id);

  /// The draft is enrolled from now on.
  Participant confirm(ParticipantId id, PublicIdentityKey coordinatorKey, Instant at);
}
