package io.privirec.edge.configuration;

import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.core.convert.converter.Converter;

/// Reads public keys of properties: 32 bytes in base64url. A blank one is none, as of a variable
/// that is there and empty.
@ConfigurationPropertiesBinding
final class PublicIdentityKeyConverter implements Converter<String, PublicIdentityKey> {
  @Override
  @SuppressWarnings(
      "NullAway") // Spring takes null, though NullAway reads its generic bound otherwise.
  public @Nullable PublicIdentityKey convert(String text) {
    if (text.isBlank()) {
      return null;
    }
    try {
      return PublicIdentityKey.parse(text.strip());
    } catch (InvalidKeyException e) {
      throw new IllegalArgumentException("must be an Ed25519 public key, 32 bytes in base64url", e);
    }
  }
}
