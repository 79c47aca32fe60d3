package io.privirec.edge.auth;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;

/// Who is enrolled. A service that accepts participants' request tokens has one bean of this type.
@FunctionalInterface
public interface PublicKeyLookup {
  /// The identity key pinned at enrolment; empty for a stranger.
  Optional<PublicIdentityKey> publicKeyOf(ParticipantId participant);
}
