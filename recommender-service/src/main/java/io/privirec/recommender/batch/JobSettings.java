package io.privirec.recommender.batch;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What jobs may take, under `privirec.recommender.batch`.
///
/// @param maxJobLines requests of a job
/// @param maxJobBytes of the requests of a job, on the disk
/// @param maxJobs kept at once, finished ones among them
/// @param maxResultBytes of the results of all jobs together, on the disk
/// @param retention of a finished job and its result
/// @param collectEvery how often jobs beyond that are looked for
@ConfigurationProperties("privirec.recommender.batch")
record JobSettings(
    @DefaultValue("1000000") long maxJobLines,
    @DefaultValue("1GB") DataSize maxJobBytes,
    @DefaultValue("20") int maxJobs,
    @DefaultValue("10GB") DataSize maxResultBytes,
    @DefaultValue("24h") Duration retention,
    @DefaultValue("1m") Duration collectEvery) {
  JobSettings {
    maxJobs = Math.max(1, maxJobs);
  }
}
