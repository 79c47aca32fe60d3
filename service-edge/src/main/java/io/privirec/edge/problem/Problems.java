package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The problems that an operation, or every operation of a controller, answers with beside those
/// that follow from its description: a body, parameters and credentials bring their own. The API's
/// description has an example of each.
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Problems {
  /// In any order.
  ProblemType[] value();
}
