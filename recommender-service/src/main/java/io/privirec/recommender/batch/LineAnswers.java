package io.privirec.recommender.batch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.edge.problem.Problem;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.recommender.batch.RequestLines.RequestLine;
import io.privirec.serving.web.Answers;
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
  private final StrictBodies bodies;
  private final JsonMapper json;

  LineAnswers(Answers answers, StrictBodies bodies, JsonMapper json) {
    this.answers = answers;
    this.bodies = bodies;
    this.json = json;
  }

  /**
   * One line of the answer: either an answer or a problem.
   *
   * @param line number of the request's line, from 1
   * @param id as the request says it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AnswerLine(
      long line,
      @Nullable String id,
      @Nullable RecommendationAnswer answer,
      @Nullable Problem problem) {
    boolean isProblem() {
      return problem != null;
    }
  }

  /**
   * Refuses a batch as a whole while there is no model.
   *
   * @throws ProblemException if there is none
   */
  void requireModel() {
    answers.ask((recommender, moment) -> recommender.items());
  }

  /**
   * Answers a line; whatever is wrong with it is its answer.
   *
   * @param problems makes the problem that is told
   */
  AnswerLine answer(RequestLine line, Function<ProblemException, Problem> problems) {
    String id = null;
    try {
      if (line.fault() != null) {
        throw new ProblemException(ProblemType.MALFORMED_REQUEST, "The line " + line.fault());
      }
      JsonNode tree = bodies.read(line.text(), JsonNode.class);
      if (tree instanceof ObjectNode object) {
        id = takeId(object);
      }
      RecommendationRequest request = bodies.read(tree, RecommendationRequest.class);
      RecommendationAnswer answer =
          answers.ask((recommender, moment) -> recommender.recommend(request, moment));
      return new AnswerLine(line.number(), id, answer, null);
    } catch (ProblemException e) {
      return new AnswerLine(line.number(), id, null, problems.apply(e));
    } catch (RuntimeException e) {
      log.error("Unexpected failure of a line of a batch", e);
      return new AnswerLine(
          line.number(),
          id,
          null,
          problems.apply(
              new ProblemException(ProblemType.INTERNAL_ERROR, "An unexpected failure")));
    }
  }

  byte[] bytes(AnswerLine line) {
    return json.writeValueAsBytes(line);
  }

  private static @Nullable String takeId(ObjectNode object) {
    JsonNode id = object.remove("id");
    if (id == null || id.isNull()) {
      return null;
    }
    if (!id.isString() || id.asString().length() > MAX_ID_LENGTH) {
      throw ProblemException.at(
          "/id",
          ProblemType.INVALID_VALUE,
          "must be a string of at most " + MAX_ID_LENGTH + " characters");
    }
    return id.asString();
  }
}
