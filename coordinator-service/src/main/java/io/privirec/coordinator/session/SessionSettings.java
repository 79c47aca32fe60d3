package io.privirec.coordinator.session;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What sessions are over.
///
/// @param snapshotInterval how long new sessions are over the same snapshots of the holders' data;
///   at least the longest `privirec.client.min-interval` of the holders; 0: each has its own
@ConfigurationProperties("privirec")
record SessionSettings(@DefaultValue("PT20H") Duration snapshotInterval) {}
