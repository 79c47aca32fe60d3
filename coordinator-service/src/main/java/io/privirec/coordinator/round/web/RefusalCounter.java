package io.privirec.coordinator.round.web;

import io.privirec.coordinator.round.RoundObserver;
import io.privirec.edge.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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
  private final RoundObserver observer;

  RefusalCounter(RoundObserver observer) {
    this.observer = observer;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception exception) {
    if (exception instanceof ProblemException problem
        && request.getRequestURI().startsWith("/v1/rounds/")) {
      observer.refused(problem.type());
    }
    return null;
  }
}
