package io.privirec.recommender.batch;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What batches may take, under {@code privirec.recommender.batch}.
 *
 * @param threads that score all batches together; 0: one for each core
 * @param streams answered at once
 * @param maxStreamBytes of the body of a stream, which is read before it is answered
 * @param maxHeldBytes of the bodies of all streams, which are in memory from their first byte until
 *     they are answered
 * @param answerGrace time that the reader of a stream may keep it waiting in any case
 * @param answerPace what it must take after that, per second on average
 * @param maxJobLines requests of a job
 * @param maxJobBytes of the requests of a job, on the disk
 * @param maxJobs kept at once, finished ones among them
 * @param maxResultBytes of the results of all jobs together, on the disk
 * @param retention of a finished job and its result
 * @param collectEvery how often jobs beyond that are looked for
 */
@ConfigurationProperties("privirec.recommender.batch")
record BatchSettings(
    @DefaultValue("0") int threads,
    @DefaultValue("2") int streams,
    @DefaultValue("16MB") DataSize maxStreamBytes,
    @DefaultValue("128MB") DataSize maxHeldBytes,
    @DefaultValue("10s") Duration answerGrace,
    @DefaultValue("64KB") DataSize answerPace,
    @DefaultValue("1000000") long maxJobLines,
    @DefaultValue("1GB") DataSize maxJobBytes,
    @DefaultValue("20") int maxJobs,
    @DefaultValue("10GB") DataSize maxResultBytes,
    @DefaultValue("24h") Duration retention,
    @DefaultValue("1m") Duration collectEvery) {
  BatchSettings {
    threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    streams = Math.max(1, streams);
    maxJobs = Math.max(1, maxJobs);
  }
}
