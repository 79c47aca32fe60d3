package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.type.CollectionType;

/// Ends the reading of an array at its bound, [Size#max] of the list or {@value #WITHOUT_A_BOUND}:
/// validation would look at it only when all of it is in memory.
final class BoundedLists extends ValueDeserializerModifier {
  private static final long serialVersionUID = 1L;
  private static final int WITHOUT_A_BOUND = 100_000;

  @Override
  public ValueDeserializer<?> modifyCollectionDeserializer(
      DeserializationConfig config,
      CollectionType type,
      BeanDescription.Supplier description,
      ValueDeserializer<?> deserializer) {
    return type.isTypeOrSuperTypeOf(ArrayList.class)
            && type.getContentType().getTypeHandler() == null
        ? new Bounded(type, null, WITHOUT_A_BOUND)
        : deserializer;
  }

  /// Reads a list as Jackson does, and counts.
  private static final class Bounded extends ValueDeserializer<List<?>> {
    private final JavaType type;
    private final @Nullable ValueDeserializer<?> elements;
    private final int most;

    Bounded(JavaType type, @Nullable ValueDeserializer<?> elements, int most) {
      this.type = type;
      this.elements = elements;
      this.most = most;
    }

    @Override
    public ValueDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property) {
      @Nullable Size size = property == null ? null : property.getAnnotation(Size.class);
      return new Bounded(
          type,
          context.findContextualValueDeserializer(type.getContentType(), property),
          size == null ? WITHOUT_A_BOUND : Math.min(size.max(), WITHOUT_A_BOUND));
    }

    @Override
    public List<?> deserialize(JsonParser json, DeserializationContext context)
        throws JacksonException {
      if (!json.isExpectedStartArrayToken()) {
        return (List<?>) context.handleUnexpectedToken(type, json);
      }
      ValueDeserializer<?> reader = Objects.requireNonNull(elements);
      String pointer = json.streamReadContext().getParent().pathAsPointer().toString();
      List<@Nullable Object> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (list.size() == most) {
          throw ProblemException.at(
              pointer, ProblemType.INVALID_VALUE, "size must be between 0 and " + most);
        }
        try {
          list.add(
              json.hasToken(JsonToken.VALUE_NULL)
                  ? reader.getNullValue(context)
                  : reader.deserialize(json, context));
        } catch (JacksonException e) {
          throw DatabindException.wrapWithPath(
              context, e, new JacksonException.Reference(list, list.size()));
        }
      }
      return list;
    }
  }
}
