package io.privirec.edge.openapi;

import io.privirec.edge.problem.Problems;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.models.Operation;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/** Notes on each operation what its handler declares by {@link Problems}. */
final class DeclaredProblems implements GlobalOperationCustomizer {
  private static final String NOTE = "x-declared-problems";

  @Override
  public Operation customize(Operation operation, HandlerMethod handler) {
    Set<ProblemType> declared = EnumSet.noneOf(ProblemType.class);
    addTo(declared, handler.getMethodAnnotation(Problems.class));
    addTo(declared, handler.getBeanType().getAnnotation(Problems.class));
    operation.addExtension(NOTE, declared);
    return operation;
  }

  private static void addTo(Set<ProblemType> declared, @Nullable Problems problems) {
    if (problems != null) {
      declared.addAll(Arrays.asList(problems.value()));
    }
  }

  /** Takes the note off again: what it says is in the responses then. */
  static Set<ProblemType> takeFrom(Operation operation) {
    Set<ProblemType> declared = EnumSet.noneOf(ProblemType.class);
    if (operation.getExtensions() != null
        && operation.getExtensions().remove(NOTE) instanceof Collection<?> noted) {
      noted.forEach(type -> declared.add((ProblemType) type));
      if (operation.getExtensions().isEmpty()) {
        operation.setExtensions(null);
      }
    }
    return declared;
  }
}
