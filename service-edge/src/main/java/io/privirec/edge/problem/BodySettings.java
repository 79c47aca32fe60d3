package io.privirec.edge.problem;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What the body of a request may take.
///
/// @param maxJsonBody one JSON body, which is read into memory whole, also that of callers whom
///   nobody knows
/// @param bodyGrace a body may keep its reader waiting so long, and then must come in at
///   `privirec.body-pace`; else the request is answered with 408 and the connection is closed
///   without reading the rest
/// @param bodyPace bytes of a body per second, on average, after `privirec.body-grace`
@ConfigurationProperties("privirec")
record BodySettings(
    @DefaultValue("8MB") DataSize maxJsonBody,
    @DefaultValue("15s") Duration bodyGrace,
    @DefaultValue("16KB") DataSize bodyPace) {}
