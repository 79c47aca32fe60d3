package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.impl.TypeIdResolverBase;

/// From the name of an algorithm to the type of its parameters.
final class AlgorithmNameResolver extends TypeIdResolverBase {
  @Override
  public JavaType typeFromId(DatabindContext context, String algorithm) {
    return context.constructType(AlgorithmParameters.typeFor(algorithm));
  }

  @Override
  public String idFromValue(DatabindContext context, Object value) {
    throw new UnsupportedOperationException("the name stands beside the parameters");
  }

  @Override
  public String idFromValueAndType(DatabindContext context, Object value, Class<?> type) {
    return idFromValue(context, value);
  }

  @Override
  public JsonTypeInfo.Id getMechanism() {
    return JsonTypeInfo.Id.CUSTOM;
  }
}
