package io.privirec.client.consent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationPredicate;
import java.util.regex.Pattern;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;

/// Keeps measurements of exposure out of metrics and traces. The duration of a measurement depends
/// on data, and metrics need no token.
@Component
final class UnobservedExposure implements ObservationPredicate {
  private static final Pattern PATH =
      Pattern.compile("/v1/participants/[^/]+/sessions/[^/]+/exposure/?");

  @Override
  public boolean test(String name, Observation.Context context) {
    return !(context instanceof ServerRequestObservationContext request
        && request.getCarrier() != null
        && PATH.matcher(request.getCarrier().getServletPath()).matches());
  }
}
