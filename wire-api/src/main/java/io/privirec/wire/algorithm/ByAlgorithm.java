package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tools.jackson.databind.annotation.JsonTypeIdResolver;
import tools.jackson.databind.annotation.JsonTypeResolver;

/// Marks [AlgorithmParameters] of a record whose component `algorithm` says of which algorithm they
/// are.
@JacksonAnnotationsInside
@JsonTypeInfo(
    use = JsonTypeInfo.Id.CUSTOM,
    include = JsonTypeInfo.As.EXTERNAL_PROPERTY,
    property = "algorithm",
    visible = true)
@JsonTypeResolver(SiblingTypeResolver.class)
@JsonTypeIdResolver(AlgorithmNameResolver.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT
})
public @interface ByAlgorithm {}
