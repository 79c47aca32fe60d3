package io.privirec.recommender.batch;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// What jobs may take.
///
/// @param maxJobLines requests of one job
/// @param maxJobBytes disk that the requests of one job take
/// @param maxJobs jobs that are kept at once, finished ones among them
/// @param maxResultBytes disk that the results of all jobs take together
/// @param retention when a finished job is deleted with its result
/// @param collectEvery how often jobs to delete are looked for
@Validated
@ConfigurationProperties("privirec.recommender.batch")
record JobSettings(
    @DefaultValue("1000000") long maxJobLines,
    @DefaultValue("1GB") DataSize maxJobBytes,
    @DefaultValue("20") @Min(1) int maxJobs,
    @DefaultValue("10GB") DataSize maxResultBytes,
    @DefaultValue("24h") Duration retention,
    @DefaultValue("1m") Duration collectEvery) {}
