package io.privirec.edge.etag;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A handler for GET whose JSON has an `ETag` by its content. Where `If-None-Match` names it the
/// answer is 304 without a body. It may be kept by the caller, and is asked about before each use.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tagged {
  /// Fields of the answer that do not count: how long it took.
  String[] without() default {};
}
