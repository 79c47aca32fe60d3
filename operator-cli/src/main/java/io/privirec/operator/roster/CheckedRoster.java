package io.privirec.operator.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.roster.SignedRoster;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The roster that a command looks at, and what it is looked at with.
final class CheckedRoster {
  @Parameters(paramLabel = "FILE", description = "A signed roster.")
  private Path file = Path.of("");

  @Option(
      names = "--public-key",
      required = true,
      paramLabel = "KEY",
      description = "The roster key that holders have configured, base64url.")
  private String publicKey = "";

  @Option(
      names = "--since",
      paramLabel = "FILE",
      description = "An earlier roster, with which it is compared.")
  private @Nullable Path since;

  SignedRoster signed() {
    return RosterFiles.signed(file);
  }

  PublicIdentityKey key() {
    try {
      return PublicIdentityKey.parse(publicKey);
    } catch (InvalidKeyException e) {
      throw new InvalidOptionException("--public-key: " + e.getMessage());
    }
  }

  Optional<SignedRoster> earlier() {
    return since == null ? Optional.empty() : Optional.of(RosterFiles.signed(since));
  }
}
