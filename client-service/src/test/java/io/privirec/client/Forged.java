package io.privirec.client;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Records that say something else in some of their components, as a coordinator that lies would
/// have them.
public final class Forged {
  private Forged() {}

  /// The original with another value of one component.
  public static <R extends Record> R with(R original, String component, @Nullable Object value) {
    RecordComponent[] components = original.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < values.length; i++) {
        boolean isForged = components[i].getName().equals(component);
        values[i] = isForged ? value : components[i].getAccessor().invoke(original);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      @SuppressWarnings("unchecked")
      Constructor<R> constructor =
          (Constructor<R>) original.getClass().getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
