package io.privirec.crypto.signature;

import java.nio.charset.StandardCharsets;

/// What an identity key signs. Signed bytes are `tag ‖ 00 ‖ message`, so that a signature made for
/// one purpose never passes for another. Request tokens (JWS) are signed bare; they start with
/// `eyJ` and no tag does.
public enum SignatureDomain {
  ENROLMENT("privirec/v1/enrolment"),
  KEY_ADVERTISEMENT("privirec/v1/key-advertisement"),
  SHARE_ENVELOPE("privirec/v1/share-envelope"),
  CONTRIBUTION("privirec/v1/contribution"),
  CLOSED_KEY_ADVERTISEMENT("privirec/v1/closed/key-advertisement"),
  CLOSED_ENCAPSULATION("privirec/v1/closed/encapsulation"),
  CLOSED_CONTRIBUTION("privirec/v1/closed/contribution"),
  SURVIVORS("privirec/v1/survivors"),
  ROUND_RECORD("privirec/v2/round-record"),
  RELEASE("privirec/v1/release"),
  ROSTER("privirec/v1/roster"),
  WAIVER("privirec/v1/waiver"),
  DEPARTURE("privirec/v1/departure"),
  LEDGER_HEAD("privirec/v1/ledger-head"),
  PEER_MESSAGE("privirec/v1/peer-message");

  private final String tag;

  SignatureDomain(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  byte[] signedBytes(byte[] message) {
    byte[] prefix = tag.getBytes(StandardCharsets.US_ASCII);
    byte[] signed = new byte[prefix.length + 1 + message.length];
    System.arraycopy(prefix, 0, signed, 0, prefix.length);
    System.arraycopy(message, 0, signed, prefix.length + 1, message.length);
    return signed;
  }
}
