package io.privirec.serving.web.batch;

import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads lines of a batch as strictly as bodies are. Thread-safe.
public final class LineReader {
  private static final int MAX_LENGTH = 256;
  private static final Logger log = LoggerFactory.getLogger(LineReader.class);

  private final StrictBodies bodies;
  private final RefusalMapping refusals;

  LineReader(StrictBodies bodies, RefusalMapping refusals) {
    this.bodies = bodies;
    this.refusals = refusals;
  }

  /// The fields of one line, beside its `id`.
  public final class Fields {
    private final @Nullable String id;
    private final JsonNode tree;

    private Fields(@Nullable String id, JsonNode tree) {
      this.id = id;
      this.tree = tree;
    }

    /// The `id`; null where there is none.
    public @Nullable String id() {
      return id;
    }

    /// Takes a short text that belongs to the line and not to its request; null where there is
    /// none.
    ///
    /// @throws ProblemException if it is no text, or too long
    public @Nullable String take(String name) {
      return LineReader.take(name, tree);
    }

    /// What is left as a request.
    ///
    /// @throws ProblemException as a body that is wrong in the same way would get it
    public <T> T request(Class<T> type) {
      return bodies.read(tree, type);
    }
  }

  /// Answers a line; whatever is wrong with it is its answer.
  ///
  /// @param traceId of the problem that is told
  /// @param question answers its fields
  public BatchAnswer answer(
      RequestLine line, String traceId, Function<Fields, RecommendationAnswer> question) {
    String id = null;
    try {
      if (line.fault() != null) {
        throw new ProblemException(ProblemType.MALFORMED_REQUEST, "The line " + line.fault());
      }
      JsonNode tree = bodies.read(line.text(), JsonNode.class);
      id = take("id", tree);
      return BatchAnswer.of(line.number(), id, question.apply(new Fields(id, tree)));
    } catch (RuntimeException e) {
      return BatchAnswer.of(line.number(), id, problem(e).problem(traceId));
    }
  }

  private ProblemException problem(RuntimeException e) {
    if (e instanceof ProblemException problem) {
      return problem;
    }
    return refusals
        .problem(e)
        .orElseGet(() -> {
          log.error("Unexpected failure of a line of a batch", e);
          return new ProblemException(ProblemType.INTERNAL_ERROR, "An unexpected failure");
        });
  }

  private static @Nullable String take(String name, JsonNode tree) {
    JsonNode text = tree instanceof ObjectNode object ? object.remove(name) : null;
    if (text == null || text.isNull()) {
      return null;
    }
    if (!text.isString() || text.asString().length() > MAX_LENGTH) {
      throw ProblemException.at(
          "/" + name,
          ProblemType.INVALID_VALUE,
          "must be a string of at most " + MAX_LENGTH + " characters");
    }
    return text.asString();
  }
}
