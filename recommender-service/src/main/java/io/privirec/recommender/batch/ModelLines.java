package io.privirec.recommender.batch;

import io.privirec.recommender.models.ModelAnswers;
import io.privirec.recommender.models.ModelChoice;
import io.privirec.recommender.models.ModelRefusal;
import io.privirec.recommender.recommendations.RecommendationMeters;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.web.Answers;
import io.privirec.serving.web.batch.LineAnswers;
import io.privirec.serving.web.batch.LineReader;
import io.privirec.serving.web.batch.LineReader.Fields;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import org.springframework.stereotype.Component;

/// Answers lines of batches by the models that they ask for. Thread-safe.
@Component
class ModelLines {
  private final Answers answers;
  private final ModelAnswers models;
  private final RecommendationMeters meters;
  private final LineReader reader;

  ModelLines(Answers answers, ModelAnswers models, RecommendationMeters meters, LineReader reader) {
    this.answers = answers;
    this.models = models;
    this.meters = meters;
    this.reader = reader;
  }

  /// Refuses a batch as a whole while there is no model for it.
  ///
  /// @throws ModelRefusal if there is none
  void requireModel(BatchChoice choice) {
    models.require(choice.model(), choice.experiment());
  }

  /// Answers the lines of one batch.
  LineAnswers of(BatchChoice batch) {
    return (line, traceId) -> reader.answer(line, traceId, fields -> answer(fields, batch));
  }

  private RecommendationAnswer answer(Fields line, BatchChoice batch) {
    ModelChoice choice =
        ModelChoice.ofLine(batch.model(), batch.experiment(), line.take("subject"));
    RecommendationRequest request = line.request(RecommendationRequest.class);
    RecommendationAnswer answer =
        answers.askThrough(
            question -> models.answer(choice, question),
            (recommender, context) ->
                recommender.recommend(request, context, ScoreMode.of(batch.exact())));
    meters.answered(request.history().size(), answer);
    return answer;
  }
}
