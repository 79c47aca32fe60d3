package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;

/// Accepts that a small group can be told from everybody else.
///
/// @param atom ids of the group; the signer is one of them
public record WaiverRequest(
    @ArraySchema(uniqueItems = true) @NotEmpty @Distinct List<String> atom) {
  public WaiverRequest {
    atom = atom == null ? List.of() : List.copyOf(atom);
  }
}
