package io.privirec.edge.problem;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What JSON bodies may take, which are held in memory.
///
/// @param jsonMemory memory of all JSON bodies that are read or answered; 0: an eighth of the heap,
///   at least four of the longest bodies
/// @param jsonPace the pace of JSON bodies, as `privirec.body-pace` is that of others
@ConfigurationProperties("privirec.http")
record JsonSettings(
    @DefaultValue("0B") DataSize jsonMemory, @DefaultValue("64KB") DataSize jsonPace) {}
