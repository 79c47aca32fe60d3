package io.privirec.secagg.roster;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import java.security.GeneralSecurityException;

/// A roster and the signature of whoever keeps it, as a text that people can read and compare line
/// by line. ASCII; each line ends in one line feed, the last one too:
///
/// ```text
/// privirec-roster v2
/// version 7
/// former-cell 1 min 3
/// cell 2 min 3
/// member anna 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo shop-a 1,2
/// member bert PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw shop-b 1,2 formerly robert
/// member carl _FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU shop-c 1 at https://peers.shop-c.example
/// …
/// waiver carl carl,dora …
/// departure bert …
/// signature …
/// ```
///
/// A member has an id, a key, a holder, and the numbers of all cells that it stood in, `-` for
/// none; some have earlier names, some an address. A waiver has a signer, an atom and a signature;
/// a departure clause the same without the atom. Cells ascend by number, members by id, waivers and
/// departures by signer. Keys and signatures are base64url without padding. The last signature is
/// over all bytes before its line, in the domain [SignatureDomain#ROSTER]. There is one text per
/// signed roster: what parses is what [#text] gives back.
///
/// The signature may be wrong: whoever relies on the roster calls [RosterCheck], or [#isSignedBy].
public record SignedRoster(Roster roster, ByteString signature) {
  /// No signed roster has a longer text: twice what 65,535 participants need that are in one cell,
  /// have ids of 32 characters, and have signed a departure clause each. Addresses of 200
  /// characters for all of them fit as well.
  public static final int MAX_TEXT_BYTES = 1 << 25;

  public SignedRoster {
    PublicIdentityKey.requireSignature(signature);
  }

  /// Signs a roster; checks nothing.
  ///
  /// @throws IllegalArgumentException if its text would be longer than a text may be
  public static SignedRoster sign(Roster roster, IdentityKeyPair rosterKey) {
    byte[] signed = roster.signedBytes();
    byte[] signature = rosterKey.sign(SignatureDomain.ROSTER, signed);
    SignedRoster result = new SignedRoster(roster, ByteString.copyOf(signature));
    int length = result.text().length();
    if (length > MAX_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "the text of a roster must have at most %s characters. Provided value: %s"
              .formatted(MAX_TEXT_BYTES, length));
    }
    return result;
  }

  public boolean isSignedBy(PublicIdentityKey rosterKey) {
    return rosterKey.verify(SignatureDomain.ROSTER, roster.signedBytes(), signature.bytes());
  }

  /// The canonical text.
  public String text() {
    return roster.text() + SignatureLine.of(signature) + "\n";
  }

  /// Reads a canonical text; verifies no signature.
  ///
  /// @throws GeneralSecurityException if it is not the text of any signed roster; the message says
  ///   in which line, and repeats nothing of it
  public static SignedRoster parse(String text) throws GeneralSecurityException {
    if (text.length() > MAX_TEXT_BYTES) {
      throw new MalformedEncodingException(
          "roster must have at most " + MAX_TEXT_BYTES + " characters");
    }
    RosterReader reader = new RosterReader(text);
    RosterReader.Parts parts = reader.read();
    SignedRoster signed = new SignedRoster(parts.roster(), parts.signature());
    reader.requireCanonical(signed.text());
    return signed;
  }
}
