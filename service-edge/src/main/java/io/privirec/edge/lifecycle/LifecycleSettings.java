package io.privirec.edge.lifecycle;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// When the process ends.
///
/// @param parentWatch whether the process ends when its standard input does: for supervisors
/// @param drainTime how long requests are still answered after the process was told to end, while
///   it is not ready any more: for balancers to notice
@ConfigurationProperties("privirec")
record LifecycleSettings(
    @DefaultValue("false") boolean parentWatch, @DefaultValue("0s") Duration drainTime) {}
