package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that a participant has signed for the keeper of the roster.
///
/// @param waivers oldest first
/// @param departure absent: none was signed
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignedStatements(List<SignedWaiver> waivers, @Nullable SignedDeparture departure) {
  public SignedStatements {
    waivers = List.copyOf(waivers);
  }
}
