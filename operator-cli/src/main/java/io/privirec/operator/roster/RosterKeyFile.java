package io.privirec.operator.roster;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;

/// A roster key in a file that only its owner can read: the 32 secret bytes of RFC 8032 §5.1.5 in
/// base64url, and a line feed.
public final class RosterKeyFile {
  private RosterKeyFile() {}

  /// What the file holds.
  public static String text(IdentityKeyPair key) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key.seed().expose());
  }

  /// Writes a new file.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is one: a key is not overwritten
  static void write(Path file, IdentityKeyPair key) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text(key) + "\n");
  }

  /// Reads the key back.
  ///
  /// @throws InvalidOptionException if the file cannot be read or holds none
  public static IdentityKeyPair read(Path file) {
    byte[] seed;
    try {
      String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
      seed = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw new InvalidOptionException(file + " holds no roster key");
    } catch (IOException e) {
      throw RosterFiles.unreadable(e);
    }
    if (seed.length != IdentityKeyPair.SEED_BYTES) {
      throw new InvalidOptionException(file + " holds no roster key");
    }
    SecretBytes secret = SecretBytes.copyOf(seed);
    Arrays.fill(seed, (byte) 0);
    return IdentityKeyPair.fromSeed(secret);
  }
}
