package io.privirec.secagg;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A roster and the signature of whoever keeps it, as a text that people can read and compare line
/// by line. ASCII; each line ends in one line feed, the last one too:
///
/// ```text
/// privirec-roster v1
/// version 3
/// anna 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
/// bert PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw
/// signature …
/// ```
///
/// Members ascend by id. Keys and signature are base64url without padding. The signature is over
/// all bytes before its line, in the domain [SignatureDomain#ROSTER]. There is one text per signed
/// roster: what parses is what [#text] gives back.
///
/// The signature may be wrong: whoever relies on the roster calls [#isSignedBy].
public record SignedRoster(Roster roster, ByteString signature) {
  private static final String HEADER = "privirec-roster v1";
  private static final Pattern VERSION = Pattern.compile("version ([1-9][0-9]{0,9})");
  private static final Pattern MEMBER = Pattern.compile("([a-z0-9-]{1,64}) ([A-Za-z0-9_-]{43})");
  private static final Pattern SIGNATURE = Pattern.compile("signature ([A-Za-z0-9_-]{86})");
  private static final int LINES_BESIDE_MEMBERS = 3;

  /// No signed roster has a longer text.
  public static final int MAX_TEXT_BYTES = 256 + Roster.MAX_MEMBERS * (64 + 1 + 43 + 1);

  public SignedRoster {
    if (signature.sizeBytes() != PublicIdentityKey.SIGNATURE_BYTES) {
      throw new IllegalArgumentException(
          "signature must be 64 bytes. Provided value: " + signature.sizeBytes());
    }
  }

  public static SignedRoster sign(Roster roster, IdentityKeyPair rosterKey) {
    return new SignedRoster(
        roster, ByteString.copyOf(rosterKey.sign(SignatureDomain.ROSTER, signedBytes(roster))));
  }

  public boolean isSignedBy(PublicIdentityKey rosterKey) {
    return rosterKey.verify(SignatureDomain.ROSTER, signedBytes(roster), signature.bytes());
  }

  /// The canonical text.
  public String text() {
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(signature.bytes());
    return body(roster) + "signature " + encoded + "\n";
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
    // A negative limit keeps the empty piece behind the last line feed, which thereby is required.
    List<String> lines = List.of(text.split("\n", -1));
    int last = lines.size() - 2;
    if (lines.size() < LINES_BESIDE_MEMBERS + 2 || !lines.getLast().isEmpty()) {
      throw new MalformedEncodingException(
          "roster must have a header, a version, members and a signature, each line ended by a"
              + " line feed");
    }
    if (!lines.getFirst().equals(HEADER)) {
      throw new MalformedEncodingException("line 1 must be: " + HEADER);
    }
    int version = version(match(VERSION, lines, 1).group(1));
    List<CohortMember> members = new ArrayList<>(last - 2);
    for (int line = 2; line < last; line++) {
      members.add(member(match(MEMBER, lines, line), line));
    }
    byte[] signature = Base64.getUrlDecoder().decode(match(SIGNATURE, lines, last).group(1));
    SignedRoster parsed;
    try {
      parsed = new SignedRoster(new Roster(version, members), ByteString.copyOf(signature));
    } catch (IllegalArgumentException e) {
      throw new MalformedEncodingException(String.valueOf(e.getMessage()));
    }
    // Left over: bits of the last base64url character that no byte holds.
    if (!parsed.text().equals(text)) {
      throw new MalformedEncodingException("signature is not canonical base64url");
    }
    return parsed;
  }

  private static int version(String digits) throws MalformedEncodingException {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new MalformedEncodingException("roster version must be at most " + Integer.MAX_VALUE);
    }
  }

  private static CohortMember member(Matcher matched, int line) throws MalformedEncodingException {
    try {
      return new CohortMember(
          new ParticipantId(matched.group(1)), PublicIdentityKey.parse(matched.group(2)));
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      throw new MalformedEncodingException("line " + (line + 1) + ": " + e.getMessage());
    }
  }

  private static Matcher match(Pattern form, List<String> lines, int line)
      throws MalformedEncodingException {
    Matcher matcher = form.matcher(lines.get(line));
    if (!matcher.matches()) {
      throw new MalformedEncodingException("line " + (line + 1) + " must match " + form.pattern());
    }
    return matcher;
  }

  private static byte[] signedBytes(Roster roster) {
    return body(roster).getBytes(StandardCharsets.US_ASCII);
  }

  private static String body(Roster roster) {
    StringBuilder body = new StringBuilder(HEADER).append('\n');
    body.append("version ").append(roster.version()).append('\n');
    for (CohortMember member : roster.members()) {
      body.append(member.id()).append(' ').append(member.identityKey().base64Url()).append('\n');
    }
    return body.toString();
  }
}
