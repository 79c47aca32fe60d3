package io.privirec.coordinator;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.RefusalMapping;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/// Counts refused messages and chunks; answering is left to those who come after.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RefusalCounter implements HandlerExceptionResolver {
  private final RefusalMapping refusals;
  private final MeterRegistry meters;
  private final LongAdder late = new LongAdder();

  RefusalCounter(RefusalMapping refusals, MeterRegistry meters) {
    this.refusals = refusals;
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
    if (request.getRequestURI().startsWith(request.getContextPath() + "/v1/rounds/")) {
      switch (thrown) {
        case ProblemException problem -> count(problem);
        case RuntimeException refusal -> refusals.problem(refusal).ifPresent(this::count);
        default -> {
          // Nobody refused anything: something failed.
        }
      }
    }
    return null;
  }

  private void count(ProblemException problem) {
    if (problem.type() == ProblemType.WRONG_PHASE) {
      late.increment();
    }
    Counter.builder("secagg.rejected")
        .tag("reason", problem.type().code())
        .description("Messages and chunks refused, by problem code")
        .register(meters)
        .increment();
  }
}
