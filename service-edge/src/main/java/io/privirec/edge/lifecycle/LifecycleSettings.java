package io.privirec.edge.lifecycle;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How the process begins and when it ends.
///
/// @param parentWatch whether the process ends when its standard input does: for supervisors
/// @param drainTime how long requests are still answered after the process was told to end, while
///   it is not ready any more: for balancers to notice
/// @param warmUp whether coordinator and client-service compile their kernels beside their start,
///   by a small session of made-up histories: 2 to 3 s of processor time. A recommender-service has
///   `privirec.recommender.warm-up-requests` instead
@ConfigurationProperties("privirec")
record LifecycleSettings(
    @DefaultValue("false") boolean parentWatch,
    @DefaultValue("0s") Duration drainTime,
    @DefaultValue("true") boolean warmUp) {}
