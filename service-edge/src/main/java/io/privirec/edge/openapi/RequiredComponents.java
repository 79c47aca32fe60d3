package io.privirec.edge.openapi;

import com.fasterxml.jackson.databind.JavaType;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.UnknownParameters;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says of a record's components that they are always there, unless they are [Nullable]: who
/// generates a client from the description need not ask of every answer whether it has its items.
final class RequiredComponents implements ModelConverter {
  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Schema resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    Schema schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
    JavaType java = Json31.mapper().constructType(type.getType());
    if (schema != null && java != null && java.getRawClass().isRecord()) {
      Schema<?> described = definition(schema, context);
      for (RecordComponent component : java.getRawClass().getRecordComponents()) {
        require(described, component);
      }
    }
    return schema;
  }

  static @Nullable Schema<?> definition(Schema<?> schema, ModelConverterContext context) {
    String reference = schema.get$ref();
    return reference == null
        ? schema
        : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
  }

  private static void require(@Nullable Schema<?> schema, RecordComponent component) {
    String name = component.getName();
    if (schema != null
        && schema.getProperties() != null
        && schema.getProperties().containsKey(name)
        && !isOptional(component)
        && !(schema.getRequired() == null ? List.of() : schema.getRequired()).contains(name)) {
      schema.addRequiredItem(name);
    }
  }

  /// A component of an asked record may be left out, too, where its record has a default for it.
  private static boolean isOptional(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
        || isOfAnAlgorithm(component.getDeclaringRecord());
  }

  /// Parameters of an algorithm have defaults, and nothing beside them.
  static boolean isOfAnAlgorithm(Class<?> record) {
    return record.getPackage().equals(AlgorithmParameters.class.getPackage())
        && record != UnknownParameters.class;
  }
}
