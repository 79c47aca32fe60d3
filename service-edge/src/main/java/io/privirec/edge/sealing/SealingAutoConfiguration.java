package io.privirec.edge.sealing;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.crypto.sealing.KeyRing;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.privirec.edge.postgres.Installation;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/// Keys from `privirec.encryption-keys`, else from the file `encryption-keys` of the data
/// directory, made at the first start: one `id:base64` per line. Services without sealed rows get
/// no file.
@AutoConfiguration
@EnableConfigurationProperties(SealingSettings.class)
class SealingAutoConfiguration {
  static final String PROPERTY = "privirec.encryption-keys";
  static final String FILE = "encryption-keys";

  @Bean
  @Lazy
  KeyRing keyRing(
      DataDirectory data, SealingSettings settings, Optional<Installation> installation) {
    SecureRandom random = new SecureRandom();
    List<String> configured =
        settings.encryptionKeys().stream().filter(key -> !key.isBlank()).toList();
    List<String> keys =
        configured.isEmpty()
            ? data.secret(FILE, () -> KeyRing.generateKey(random))
                .lines()
                .filter(line -> !line.isBlank())
                .toList()
            : configured;
    try {
      return KeyRing.of(keys, random);
    } catch (IllegalArgumentException e) {
      String source = configured.isEmpty() ? data.resolve(FILE).toString() : PROPERTY;
      throw new StartRefusedException(
          "The encryption keys of " + source + " cannot be used: " + e.getMessage() + ".",
          "Write each as id:base64 with 32 random bytes, for example what `echo"
              + " \"k1:$(openssl rand -base64 32)\"` prints.",
          null);
    }
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  @ConditionalOnBean(SealedRows.class)
  Resealing resealing(KeyRing ring, List<SealedRows> tables, MeterRegistry meters) {
    return new Resealing(ring, tables, meters);
  }
}
