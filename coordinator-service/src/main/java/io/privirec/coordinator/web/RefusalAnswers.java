package io.privirec.coordinator.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/// Has refusals of features answered as the problems that they are, and counts those of rounds.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RefusalAnswers implements HandlerExceptionResolver {
  private final HandlerExceptionResolver problems;
  private final MeterRegistry meters;
  private final LongAdder late = new LongAdder();

  /// @param problems answers with a problem that was thrown
  RefusalAnswers(
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems,
      MeterRegistry meters) {
    this.problems = problems;
    this.meters = meters;
    Gauge.builder("secagg.clients", late, LongAdder::sum)
        .tag("state", "late")
        .description("Participants of open rounds by state; late: messages after their phase")
        .register(meters);
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception thrown) {
    ProblemException problem = RefusalProblems.of(thrown);
    if (problem == null) {
      return null; // Left to those who come after.
    }
    if (request.getRequestURI().startsWith("/v1/rounds/")) {
      count(problem.type());
    }
    return problems.resolveException(request, response, handler, problem);
  }

  private void count(ProblemType type) {
    if (type == ProblemType.WRONG_PHASE) {
      late.increment();
    }
    Counter.builder("secagg.rejected")
        .tag("reason", type.code())
        .description("Messages and chunks refused, by problem code")
        .register(meters)
        .increment();
  }
}
