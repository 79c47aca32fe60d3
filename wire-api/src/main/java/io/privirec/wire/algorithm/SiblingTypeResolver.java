package io.privirec.wire.algorithm;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.jsontype.impl.StdTypeResolverBuilder;

/// Reads the type from the property beside a value, and writes none: the record has it itself.
final class SiblingTypeResolver extends StdTypeResolverBuilder {
  @Override
  public @Nullable TypeSerializer buildTypeSerializer(
      SerializationContext context, JavaType baseType, Collection<NamedType> subtypes) {
    return null;
  }
}
