package io.privirec.client.participation;

import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.registry.UnknownAlgorithmException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Builds a session's algorithm from its terms. All participants of a process share the algorithm
/// of a session: its rounds hold what is the same for all, such as the start basis.
@Component
public final class Algorithms {
  private final ConcurrentHashMap<SessionId, Algorithm> sessions = new ConcurrentHashMap<>();

  /// The algorithm with all its parameters.
  ///
  /// @throws RefusedException if it is unknown, or a parameter is missing or out of range
  public static Algorithm of(@Nullable AlgorithmParameters parameters, int items)
      throws RefusedException {
    if (parameters == null) {
      throw new RefusedException(Refusal.PARAMETERS_INVALID, "the session has no parameters");
    }
    try {
      return AlgorithmRegistry.build(parameters, items);
    } catch (UnknownAlgorithmException e) {
      throw new RefusedException(Refusal.ALGORITHM_UNKNOWN, "the algorithm is not known here", e);
    } catch (InvalidParametersException e) {
      throw new RefusedException(Refusal.PARAMETERS_INVALID, String.valueOf(e.getMessage()), e);
    }
  }

  /// The algorithm that all participants of the session share.
  ///
  /// @param algorithm with the session's parameters
  public Algorithm shared(SessionId session, Algorithm algorithm) {
    return sessions.compute(
        session,
        (_, known) ->
            known != null && known.digest().equals(algorithm.digest()) ? known : algorithm);
  }

  public void forget(SessionId session) {
    sessions.remove(session);
  }
}
