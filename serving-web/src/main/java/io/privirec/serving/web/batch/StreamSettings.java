package io.privirec.serving.web.batch;

import io.privirec.edge.problem.Pace;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/// What batches may take.
///
/// @param threads that score all batches together; 0: one for each core
/// @param streams answered at once; one address has one fewer, where there are several
/// @param maxStreamBytes of the body of a stream, which is read before it is answered
/// @param maxHeldBytes of the bodies of all streams, which are in memory from their first byte
///   until they are answered
/// @param answerGrace time that the reader of a stream may keep it waiting in any case
/// @param answerPace what it must take after that, per second on average
/// @param answerDeadline time that it may keep the whole stream waiting, whatever it takes
/// @param maxAnswerBytes of answers of all streams and jobs that are made and not written yet
public record StreamSettings(
    @DefaultValue("0") int threads,
    @DefaultValue("3") int streams,
    @DefaultValue("16MB") DataSize maxStreamBytes,
    @DefaultValue("128MB") DataSize maxHeldBytes,
    @DefaultValue("10s") Duration answerGrace,
    @DefaultValue("64KB") DataSize answerPace,
    @DefaultValue("2m") Duration answerDeadline,
    @DefaultValue("32MB") DataSize maxAnswerBytes) {
  public StreamSettings {
    threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    streams = Math.max(1, streams);
  }

  /// The properties below a prefix.
  public static StreamSettings of(Environment environment, String prefix) {
    return Binder.get(environment).bindOrCreate(prefix, StreamSettings.class);
  }

  Pace pace() {
    return new Pace(answerGrace, answerPace.toBytes());
  }
}
