package io.privirec.client.vault;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Keeps the key in the data directory, readable by its owner alone.
@Configuration(proxyBeanMethods = false)
class VaultConfiguration {
  private static final String KEY_FILE = "state.key";

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }

  @Bean
  Vault vault(DataDirectory data, SecureRandom random) {
    String key =
        data.secret(
            KEY_FILE,
            () ->
                Base64.getUrlEncoder()
                    .encodeToString(SecretBytes.random(AesGcm.KEY_BYTES, random).expose()));
    return new Vault(SecretBytes.copyOf(Base64.getUrlDecoder().decode(key)), random);
  }
}
