package io.privirec.crypto.agreement;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;

/// The initiator's end of an agreement.
///
/// @param secret the raw shared secret: input of a key derivation, never a key
/// @param encapsulation what the acceptor needs beside the initiator's public key; public
public record Initiated(SecretBytes secret, ByteString encapsulation) {}
