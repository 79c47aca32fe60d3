package io.privirec.recommender.batch;

import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.recommender.batch.RequestLines.RequestLine;
import io.privirec.recommender.models.ModelAnswers;
import io.privirec.recommender.models.ModelChoice;
import io.privirec.recommender.recommendations.RecommendationMeters;
import io.privirec.serving.web.Answers;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers one line of a batch with one line. Thread-safe. */
class LineAnswers {
  static final int MAX_ID_LENGTH = 256;
  private static final Logger log = LoggerFactory.getLogger(LineAnswers.class);

  private final Answers answers;
  private final ModelAnswers models;
  private final RecommendationMeters meters;
  private final StrictBodies bodies;
  private final JsonMapper json;

  LineAnswers(
      Answers answers,
      ModelAnswers models,
      RecommendationMeters meters,
      StrictBodies bodies,
      JsonMapper json) {
    this.answers = answers;
    this.models = models;
    this.meters = meters;
    this.bodies = bodies;
    this.json = json;
  }

  /**
   * Refuses a batch as a whole while there is no model for it.
   *
   * @throws ProblemException if there is none
   */
  void requireModel(BatchChoice choice) {
    models.require(choice.model(), choice.experiment());
  }

  /**
   * Answers a line; whatever is wrong with it is its answer.
   *
   * @param batch which models it asks
   * @param problems makes the problem that is told
   */
  BatchAnswer answer(
      RequestLine line, BatchChoice batch, Function<ProblemException, Problem> problems) {
    String id = null;
    try {
      if (line.fault() != null) {
        throw new ProblemException(ProblemType.MALFORMED_REQUEST, "The line " + line.fault());
      }
      JsonNode tree = bodies.read(line.text(), JsonNode.class);
      String subject = null;
      if (tree instanceof ObjectNode object) {
        id = take("id", object);
        subject = take("subject", object);
      }
      ModelChoice choice = ModelChoice.ofLine(batch.model(), batch.experiment(), subject);
      RecommendationRequest request = bodies.read(tree, RecommendationRequest.class);
      RecommendationAnswer answer =
          answers.askThrough(
              question -> models.answer(choice, question),
              (recommender, moment) -> recommender.recommend(request, moment));
      meters.answered(request.history().size(), answer);
      return BatchAnswer.of(line.number(), id, answer);
    } catch (ProblemException e) {
      return BatchAnswer.of(line.number(), id, problems.apply(e));
    } catch (RuntimeException e) {
      log.error("Unexpected failure of a line of a batch", e);
      return BatchAnswer.of(
          line.number(),
          id,
          problems.apply(
              new ProblemException(ProblemType.INTERNAL_ERROR, "An unexpected failure")));
    }
  }

  byte[] bytes(BatchAnswer line) {
    return json.writeValueAsBytes(line);
  }

  /** Takes what belongs to the line out of the request. */
  private static @Nullable String take(String name, ObjectNode object) {
    JsonNode text = object.remove(name);
    if (text == null || text.isNull()) {
      return null;
    }
    if (!text.isString() || text.asString().length() > MAX_ID_LENGTH) {
      throw ProblemException.at(
          "/" + name,
          ProblemType.INVALID_VALUE,
          "must be a string of at most " + MAX_ID_LENGTH + " characters");
    }
    return text.asString();
  }
}
