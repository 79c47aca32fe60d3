package io.privirec.secagg.roster;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.MalformedEncodingException;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines of a roster that somebody signed.
final class SignatureLine {
  static final String ID = "([a-z0-9-]{1,64})";
  static final String SIGNATURE = "([A-Za-z0-9_-]{86})";
  private static final Pattern ROSTER = Pattern.compile("signature " + SIGNATURE);

  private SignatureLine() {}

  static String of(ByteString signature) {
    return "signature " + base64Url(signature);
  }

  static ByteString signature(String line) {
    return bytes(match(ROSTER, line).group(1));
  }

  /// Reads a line that stands alone, of which there is one way to write it.
  static <T> T parse(String line, Function<String, T> reader, Function<T, String> writer)
      throws GeneralSecurityException {
    T parsed;
    try {
      parsed = reader.apply(line);
    } catch (IllegalArgumentException e) {
      throw new MalformedEncodingException(String.valueOf(e.getMessage()));
    }
    if (!writer.apply(parsed).equals(line)) {
      throw new MalformedEncodingException("the line is not written in the one way there is");
    }
    return parsed;
  }

  static Matcher match(Pattern form, String line) {
    Matcher matcher = form.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must match " + form.pattern());
    }
    return matcher;
  }

  static ByteString bytes(String base64Url) {
    return ByteString.copyOf(Base64.getUrlDecoder().decode(base64Url));
  }

  static String base64Url(ByteString signature) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.bytes());
  }
}
