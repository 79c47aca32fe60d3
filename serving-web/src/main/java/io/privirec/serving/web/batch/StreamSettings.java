package io.privirec.serving.web.batch;

import io.privirec.edge.problem.Pace;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What batches may take.
///
/// @param threads threads that score all batches together; 0: one for each core
/// @param streams batches that are answered at once; one address has one fewer, where there are
///   several
/// @param maxStreamBytes the body of one batch, which is read before it is answered
/// @param maxHeldBytes memory that the bodies of all batches take together, from their first byte
///   until they are answered
/// @param answerGrace the reader of a batch may keep it waiting so long in any case
/// @param answerPace what the reader of a batch must take after that, per second on average; else
///   the connection is cut
/// @param answerDeadline the reader of a batch may keep it waiting so long in all, whatever it
///   takes; else the connection is cut
/// @param maxAnswerBytes memory that the answers of all batches and jobs take that are made and not
///   written yet
@ConfigurationPropertiesSource
public record StreamSettings(
    @DefaultValue("0") @Min(0) int threads,
    @DefaultValue("3") @Min(1) int streams,
    @DefaultValue("16MB") DataSize maxStreamBytes,
    @DefaultValue("128MB") DataSize maxHeldBytes,
    @DefaultValue("10s") Duration answerGrace,
    @DefaultValue("64KB") DataSize answerPace,
    @DefaultValue("2m") Duration answerDeadline,
    @DefaultValue("32MB") DataSize maxAnswerBytes) {
  public StreamSettings {
    threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
  }

  Pace pace() {
    return new Pace(answerGrace, answerPace.toBytes());
  }
}
