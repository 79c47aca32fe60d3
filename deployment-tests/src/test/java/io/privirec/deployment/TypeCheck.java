package io.privirec.deployment;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads manifests as the types of Kubernetes. A field that a type does not have ends up in its
/// additional properties; they are looked for in everything that was read.
final class TypeCheck {
  /// Kinds of the Prometheus operator, which there is no type for here: [MonitoringCheck] looks at
  /// them.
  private static final Set<String> OPERATOR = Set.of("ServiceMonitor", "PrometheusRule");

  private static final KubernetesSerialization READER = new KubernetesSerialization();

  private TypeCheck() {}

  static List<String> findings(List<Manifest> manifests) {
    List<String> findings = new ArrayList<>();
    for (Manifest manifest : manifests) {
      Object typed;
      try {
        typed = READER.<Object>unmarshal(manifest.json().toString());
      } catch (RuntimeException e) {
        findings.add(manifest + ": " + reason(e));
        continue;
      }
      if (typed instanceof GenericKubernetesResource) {
        if (!OPERATOR.contains(manifest.kind())) {
          findings.add(manifest + ": there is no such kind");
        }
      } else {
        walk(typed, manifest.toString(), findings);
      }
    }
    return findings;
  }

  /// The first line of what Jackson says, which is at the end of the causes.
  private static String reason(Throwable failure) {
    Throwable last = failure;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return String.valueOf(last.getMessage()).lines().findFirst().orElse("");
  }

  private static void walk(Object value, String path, List<String> findings) {
    switch (value) {
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          walk(list.get(i), path + "[" + i + "]", findings);
        }
      }
      case Map<?, ?> map -> map.forEach((key, entry) -> walk(entry, path + "." + key, findings));
      case Object object when object.getClass().getPackageName().startsWith("io.fabric8.") ->
          walkFields(object, path, findings);
      default -> {
        // A number or a text: it has the right type.
      }
    }
  }

  private static void walkFields(Object object, String path, List<String> findings) {
    for (Field field : object.getClass().getDeclaredFields()) {
      Object value = valueOf(field, object);
      if (value == null || object instanceof Enum) {
        continue;
      }
      if (field.getName().equals("additionalProperties")) {
        ((Map<?, ?>) value)
            .keySet()
            .forEach(unknown -> findings.add(path + ": there is no field " + unknown));
      } else {
        walk(value, path + "." + field.getName(), findings);
      }
    }
  }

  private static Object valueOf(Field field, Object object) {
    if (Modifier.isStatic(field.getModifiers())) {
      return null;
    }
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
