package io.privirec.client.recommendations;

import io.privirec.serving.web.batch.StreamSettings;
import jakarta.validation.Valid;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The releases in use at home.
///
/// @param accept `private`: no release without noise becomes active at home, and an active release
///   stays; `any`: all releases may become active
/// @param exact whether the factors of the release in use are kept, for exact scores
/// @param batch what batches at home may take
@Validated
@ConfigurationProperties("privirec.client")
record HomeSettings(
    @DefaultValue("private") Accept accept,
    @DefaultValue("false") boolean exact,
    @DefaultValue @NestedConfigurationProperty @Valid StreamSettings batch) {
  /// Which releases may become active at home.
  enum Accept {
    /// Releases whose sums all carry noise.
    PRIVATE,
    /// All releases.
    ANY
  }
}
