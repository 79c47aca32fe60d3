package io.privirec.secagg.roster;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A participant accepts beforehand that the others go on without it once it has left: that what it
/// was last summed with can be told from theirs. It counts as a [Waiver] for any atom of
/// participants that are in no current cell, and for no other. Without it, one that vanishes
/// unsigned ends the exact sums of its cell. What is signed, in the domain
/// [SignatureDomain#DEPARTURE]:
///
/// ```text
/// privirec-departure v1
/// roster-key 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
/// signer anna
/// Once the signer has left: The atom's data, as of …
/// ```
///
/// The signature may be wrong: whoever relies on it calls [#isSignedBy].
///
/// @param signer by the name that it had when it signed
public record DepartureClause(ParticipantId signer, ByteString signature) {
  /// What the signer accepts.
  public static final String SENTENCE =
      "Once the signer is in no current cell, whichever atom it is in: " + Waiver.SENTENCE;

  private static final Pattern LINE =
      Pattern.compile("departure %s %s".formatted(SignatureLine.ID, SignatureLine.SIGNATURE));

  public DepartureClause {
    PublicIdentityKey.requireSignature(signature);
  }

  /// Signs for one participant.
  ///
  /// @param rosterKey of the roster that the clause is for: it cannot be moved to another one
  public static DepartureClause sign(
      PublicIdentityKey rosterKey, ParticipantId signer, IdentityKeyPair identity) {
    byte[] signature = identity.sign(SignatureDomain.DEPARTURE, signedBytes(rosterKey, signer));
    return new DepartureClause(signer, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey signerKey, PublicIdentityKey rosterKey) {
    return signerKey.verify(
        SignatureDomain.DEPARTURE, signedBytes(rosterKey, signer), signature.bytes());
  }

  /// The line that a roster has for it, without a line feed.
  public String text() {
    return "departure %s %s".formatted(signer, SignatureLine.base64Url(signature));
  }

  /// Reads such a line; verifies nothing.
  public static DepartureClause parse(String line) throws GeneralSecurityException {
    return SignatureLine.parse(line, DepartureClause::read, DepartureClause::text);
  }

  static DepartureClause read(String line) {
    Matcher matched = SignatureLine.match(LINE, line);
    return new DepartureClause(
        new ParticipantId(matched.group(1)), SignatureLine.bytes(matched.group(2)));
  }

  private static byte[] signedBytes(PublicIdentityKey rosterKey, ParticipantId signer) {
    String text =
        "privirec-departure v1\nroster-key %s\nsigner %s\n%s\n"
            .formatted(rosterKey, signer, SENTENCE);
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
