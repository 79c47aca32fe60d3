package io.privirec.edge.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes bodies that are bytes and not text as such, in both directions. */
final class BinaryBodies {
  private BinaryBodies() {}

  static void describeIn(Operation operation) {
    if (operation.getRequestBody() != null) {
      describeIn(operation.getRequestBody().getContent());
    }
    operation.getResponses().values().forEach(response -> describeIn(response.getContent()));
  }

  private static void describeIn(@Nullable Content content) {
    if (content != null) {
      content.forEach((mediaType, body) -> {
        if (isBinary(mediaType)) {
          body.setSchema(new Schema<>().types(Set.of("string")).format("binary"));
        }
      });
    }
  }

  private static boolean isBinary(String mediaType) {
    return mediaType.startsWith("application/octet-stream")
        || mediaType.startsWith("application/vnd.privirec.");
  }
}
