package io.privirec.edge.openapi;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JavaType;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Discriminator;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import jakarta.validation.constraints.NotBlank;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Describes a sealed interface as one of its named records, and in each of these the property by
/// which JSON tells them apart. Who adds a record has described it with that.
final class SealedTypes implements ModelConverter {
  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Schema resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    JavaType java = Json31.mapper().constructType(type.getType());
    if (java != null && java.getRawClass().isInterface() && java.getRawClass().isSealed()) {
      return alternatives(java.getRawClass(), type, context);
    }
    Schema schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
    if (schema != null && java != null && java.getRawClass().isRecord()) {
      Schema<?> described = RequiredComponents.definition(schema, context);
      if (described != null) {
        describeName(described, java.getRawClass());
        if (RequiredComponents.isOfAnAlgorithm(java.getRawClass())) {
          described.setAdditionalProperties(false);
        }
      }
    }
    return schema;
  }

  @SuppressWarnings("rawtypes")
  private static Schema alternatives(
      Class<?> type, AnnotatedType annotated, ModelConverterContext context) {
    var stated = type.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
    String name = stated == null || stated.name().isEmpty() ? type.getSimpleName() : stated.name();
    Schema<?> schema = new JsonSchema();
    schema.setName(name);
    if (stated != null && !stated.description().isEmpty()) {
      schema.setDescription(stated.description());
    }
    describeAlternatives(schema, type, context);
    context.defineModel(name, schema, annotated, null);
    return new JsonSchema().$ref("#/components/schemas/" + name);
  }

  @SuppressWarnings("rawtypes")
  private static void describeAlternatives(
      Schema<?> schema, Class<?> type, ModelConverterContext context) {
    Map<String, String> references = new LinkedHashMap<>();
    List<Schema> alternatives = new ArrayList<>();
    for (Class<?> permitted : records(type)) {
      JsonTypeName name = permitted.getAnnotation(JsonTypeName.class);
      if (name != null) {
        Schema reference = context.resolve(new AnnotatedType(permitted).resolveAsRef(true));
        references.put(name.value(), reference.get$ref());
        alternatives.add(reference);
      }
    }
    schema.setOneOf(alternatives);
    discriminator(type)
        .ifPresent(property -> {
          Discriminator by = new Discriminator().propertyName(property);
          references.forEach(by::mapping);
          schema.setDiscriminator(by);
        });
  }

  /// Returns the permitted records of a sealed type, those of its sealed subtypes in their place.
  private static List<Class<?>> records(Class<?> type) {
    return Arrays.stream(type.getPermittedSubclasses())
        .<Class<?>>mapMulti((permitted, out) -> {
          if (permitted.isSealed()) {
            records(permitted).forEach(out);
          } else {
            out.accept(permitted);
          }
        })
        .toList();
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void describeName(Schema<?> schema, Class<?> type) {
    JsonTypeName name = type.getAnnotation(JsonTypeName.class);
    Optional<String> property =
        Arrays.stream(type.getInterfaces()).flatMap(of -> discriminator(of).stream()).findFirst();
    Map<String, Schema> properties =
        schema.getProperties() == null ? new LinkedHashMap<>() : schema.getProperties();
    if (name != null && property.isPresent() && !isRequired(schema, property.get())) {
      Schema<String> value = new Schema<>();
      value.setTypes(Set.of("string"));
      value.setEnum(List.of(name.value()));
      properties.put(property.get(), value);
      schema.setProperties(properties);
      schema.addRequiredItem(property.get());
    }
    for (RecordComponent component : type.getRecordComponents()) {
      boolean isAsked = component.getAnnotatedType().isAnnotationPresent(NotBlank.class);
      if (isAsked && component.getName().equals("algorithm") && isByAlgorithm(type)) {
        Schema<String> named = Objects.requireNonNull(properties.get("algorithm"));
        named.setEnum(AlgorithmParameters.names());
      }
    }
  }

  private static boolean isRequired(Schema<?> schema, String property) {
    return schema.getRequired() != null && schema.getRequired().contains(property);
  }

  private static boolean isByAlgorithm(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .anyMatch(component -> component.isAnnotationPresent(ByAlgorithm.class));
  }

  private static Optional<String> discriminator(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(JsonTypeInfo.class)).map(JsonTypeInfo::property);
  }
}
