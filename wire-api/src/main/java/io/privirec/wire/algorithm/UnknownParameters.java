package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parameters of an algorithm that this version does not know, as they were read: who sees them can
/// still show the session, and refuse to take part.
public record UnknownParameters(@JsonValue Map<String, @Nullable Object> values)
    implements AlgorithmParameters {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public UnknownParameters {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
