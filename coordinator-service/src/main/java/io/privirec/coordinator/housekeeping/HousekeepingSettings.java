package io.privirec.coordinator.housekeeping;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// What is kept, and for how long.
///
/// @param orphanAge files without an owner that are older were left by a crash, and are removed;
///   longer than any one file is written for
/// @param keepSessions sessions without a release that are remembered after they are over
/// @param keepReleases newest releases that stay, with their sessions; 0: all
@Validated
@ConfigurationProperties("privirec.coordinator")
public record HousekeepingSettings(
    @DefaultValue("15m") Duration orphanAge,
    @DefaultValue("1000") @Min(0) int keepSessions,
    @DefaultValue("0") @Min(0) int keepReleases) {}
