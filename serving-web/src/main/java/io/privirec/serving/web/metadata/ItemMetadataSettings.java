package io.privirec.serving.web.metadata;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Metadata of items.
///
/// @param pollInterval how often metadata that other processes were given is looked for
@ConfigurationProperties("privirec.items")
record ItemMetadataSettings(@DefaultValue("500ms") Duration pollInterval) {}
