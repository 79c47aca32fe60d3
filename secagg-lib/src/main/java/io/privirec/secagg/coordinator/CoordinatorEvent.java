package io.privirec.secagg.coordinator;

import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.message.ParticipantMessage;
import java.security.GeneralSecurityException;

/// What happens to a round. The accepted events in order are the round: folding
/// [CoordinatorProtocol#step] over them gives its state again.
///
/// Bytes: `01 30 01 sender length[4] message` and `01 30 02 phase[1]`.
public sealed interface CoordinatorEvent {
  /// A participant's message arrived.
  ///
  /// @param sender whoever the transport authenticated
  record Received(ParticipantId sender, ParticipantMessage message) implements CoordinatorEvent {
    @Override
    public byte[] encode() {
      return CanonicalWriter.ofType(TYPE)
          .u8(RECEIVED)
          .text(sender.value())
          .prefixed(message.encode())
          .toByteArray();
    }
  }

  /// The time for a phase is up.
  record DeadlinePassed(Phase phase) implements CoordinatorEvent {
    @Override
    public byte[] encode() {
      return CanonicalWriter.ofType(TYPE).u8(DEADLINE_PASSED).u8(phase.wireCode()).toByteArray();
    }
  }

  /// The type byte of encoded events.
  int TYPE = 0x30;

  /// The kind byte of [Received].
  int RECEIVED = 1;

  /// The kind byte of [DeadlinePassed].
  int DEADLINE_PASSED = 2;

  byte[] encode();

  static CoordinatorEvent decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in -> {
          int kind = in.u8();
          return switch (kind) {
            case RECEIVED ->
                new Received(
                    new ParticipantId(in.text()), ParticipantMessage.decode(in.prefixed()));
            case DEADLINE_PASSED -> new DeadlinePassed(Phase.ofWireCode(in.u8()));
            default -> throw new MalformedEncodingException("unknown kind of event " + kind);
          };
        });
  }
}
