package io.privirec.serving.metadata;

import java.time.Instant;

/// What holds when a request is answered, besides the model.
///
/// @param metadata of items
/// @param now when items must be available, unless the request says otherwise
public record RequestContext(MetadataVersion metadata, Instant now) {
  /// No metadata, hence nothing that depends on the time.
  public static final RequestContext PLAIN =
      new RequestContext(MetadataVersion.EMPTY, Instant.EPOCH);
}
