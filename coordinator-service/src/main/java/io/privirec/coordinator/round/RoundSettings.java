package io.privirec.coordinator.round;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What rounds may take.
///
/// @param stagingBudget disk for staged chunks and sums of one round; a round that needs more is
///   summed while it comes in
/// @param uploads chunks that are received at once, each with a buffer of 64 KiB and a draft on the
///   disk
/// @param uploadsPerParticipant chunks that are received at once from one participant
/// @param diskReserve room on the disk that uploads must leave; others are refused
@ConfigurationProperties("privirec.coordinator")
record RoundSettings(
    @DefaultValue("8GB") DataSize stagingBudget,
    @DefaultValue("256") int uploads,
    @DefaultValue("32") int uploadsPerParticipant,
    @DefaultValue("1GB") DataSize diskReserve) {}
