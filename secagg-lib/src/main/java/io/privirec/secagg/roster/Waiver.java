package io.privirec.secagg.roster;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A member of a small atom accepts that its data can be told from that of everybody outside the
/// atom. The atom may be opened once each of its members has accepted that. What is signed, in the
/// domain [SignatureDomain#WAIVER]:
///
/// ```text
/// privirec-waiver v1
/// roster-key 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
/// atom anna,bert
/// signer anna
/// The atom's data, as of …
/// ```
///
/// It holds in all later rosters of that key, and for every larger atom: less is disclosed there.
///
/// The signature may be wrong: whoever relies on it calls [#isSignedBy].
///
/// @param atom by the names that its members had when it was signed
/// @param signer one of the atom
public record Waiver(SortedSet<ParticipantId> atom, ParticipantId signer, ByteString signature) {
  /// What the signer accepts.
  public static final String SENTENCE =
      "The atom's data, as of the sessions it was in (a leaver: the last; a joiner: every later"
          + " one), can be computed by subtracting sums.";

  private static final Pattern LINE =
      Pattern.compile(
          "waiver %s ([a-z0-9,-]+) %s".formatted(SignatureLine.ID, SignatureLine.SIGNATURE));

  public Waiver {
    if (!atom.contains(signer)) {
      throw new IllegalArgumentException("the signer of a waiver must be one of its atom");
    }
    PublicIdentityKey.requireSignature(signature);
    atom = Ascending.copyOf(atom);
  }

  /// Signs for one member of the atom.
  ///
  /// @param rosterKey of the roster that the waiver is for: it cannot be moved to another one
  public static Waiver sign(
      PublicIdentityKey rosterKey,
      Collection<ParticipantId> atom,
      ParticipantId signer,
      IdentityKeyPair identity) {
    SortedSet<ParticipantId> members = Ascending.copyOf(atom);
    byte[] signature =
        identity.sign(SignatureDomain.WAIVER, signedBytes(rosterKey, members, signer));
    return new Waiver(members, signer, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey signerKey, PublicIdentityKey rosterKey) {
    return signerKey.verify(
        SignatureDomain.WAIVER, signedBytes(rosterKey, atom, signer), signature.bytes());
  }

  /// The line that a roster has for it, without a line feed.
  public String text() {
    return "waiver %s %s %s"
        .formatted(signer, Ascending.text(atom), SignatureLine.base64Url(signature));
  }

  /// Reads such a line; verifies nothing.
  public static Waiver parse(String line) throws GeneralSecurityException {
    return SignatureLine.parse(line, Waiver::read, Waiver::text);
  }

  static Waiver read(String line) {
    Matcher matched = SignatureLine.match(LINE, line);
    return new Waiver(
        Ascending.ids(matched.group(2)),
        new ParticipantId(matched.group(1)),
        SignatureLine.bytes(matched.group(3)));
  }

  private static byte[] signedBytes(
      PublicIdentityKey rosterKey, SortedSet<ParticipantId> atom, ParticipantId signer) {
    String text =
        "privirec-waiver v1\nroster-key %s\natom %s\nsigner %s\n%s\n"
            .formatted(rosterKey, Ascending.text(atom), signer, SENTENCE);
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
