package io.privirec.client;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ThreatModel;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/// Whom a holder believes, under `privirec.client`.
///
/// @param rosterKey whoever signs rosters; empty: no roster is taken
/// @param rosterFile a signed roster, read at each start
/// @param coordinatorKey the only coordinator to enrol with; empty: whichever is met first
/// @param threatModel the weakest model that rounds are joined under
public record TrustSettings(
    Optional<PublicIdentityKey> rosterKey,
    Optional<Path> rosterFile,
    Optional<PublicIdentityKey> coordinatorKey,
    ThreatModel threatModel) {
  private static final String ROSTER_KEY = "privirec.client.roster-key";
  private static final String ROSTER_FILE = "privirec.client.roster-file";
  private static final String COORDINATOR_KEY = "privirec.client.coordinator-key";

  /// Reads the properties.
  ///
  /// @throws InvalidConfigurationPropertyValueException if one cannot be used
  public static TrustSettings of(Environment environment) {
    TrustSettings settings =
        new TrustSettings(
            key(environment, ROSTER_KEY),
            text(environment, ROSTER_FILE).map(Path::of),
            key(environment, COORDINATOR_KEY),
            Binder.get(environment)
                .bind("privirec.client.threat-model", ThreatModel.class)
                .orElse(ThreatModel.SEMI_MALICIOUS));
    if (settings.rosterKey().isPresent()
        && settings.rosterKey().equals(settings.coordinatorKey())) {
      throw new InvalidConfigurationPropertyValueException(
          ROSTER_KEY,
          settings.rosterKey().get(),
          "must not be the coordinator's key: a roster is there to hold against the coordinator");
    }
    if (settings.rosterFile().isPresent() && settings.rosterKey().isEmpty()) {
      throw new InvalidConfigurationPropertyValueException(
          ROSTER_FILE, settings.rosterFile().get(), "needs " + ROSTER_KEY);
    }
    return settings;
  }

  private static Optional<PublicIdentityKey> key(Environment environment, String property) {
    return text(environment, property)
        .map(value -> {
          try {
            return PublicIdentityKey.parse(value);
          } catch (InvalidKeyException e) {
            throw new InvalidConfigurationPropertyValueException(
                property, value, "must be an Ed25519 public key, 32 bytes in base64url");
          }
        });
  }

  private static Optional<String> text(Environment environment, String property) {
    return Optional.ofNullable(environment.getProperty(property))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }
}
