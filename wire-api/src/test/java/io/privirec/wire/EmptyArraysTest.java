package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Clients that are generated from the API send optional arrays as `[]` when nothing was set.
class EmptyArraysTest {
  private static final List<String> REQUIRED =
      List.of("history", "items", "arms", "atom", "entries");

  @Test
  void optionalArray_ofARequest_meansTheSameEmptyAndAbsent() throws Exception {
    List<String> checked = new ArrayList<>();
    for (Class<?> type : HiddenTextTest.records()) {
      if (!type.getSimpleName().matches(".*(Request|Filter|Line)|CatalogueItem")) {
        continue;
      }
      RecordComponent[] components = type.getRecordComponents();
      for (int n = 0; n < components.length; n++) {
        if (components[n].getType() == List.class && !REQUIRED.contains(components[n].getName())) {
          String name = type.getSimpleName() + "." + components[n].getName();
          assertThat(made(type, n, List.of())).as(name).isEqualTo(made(type, n, null));
          checked.add(name);
        }
      }
    }
    assertThat(checked)
        .contains(
            "RecommendationRequest.include",
            "UserRecommendationRequest.include",
            "SessionRequest.cohort",
            "CategoryFilter.anyOf");
  }

  /// A record of nothing but one component.
  private static Object made(Class<?> type, int component, @Nullable Object value)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new Object[components.length];
    for (int n = 0; n < values.length; n++) {
      values[n] = components[n].getType() == boolean.class ? false : null;
    }
    values[component] = value;
    var canonical =
        type.getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    canonical.setAccessible(true);
    return canonical.newInstance(values);
  }
}
