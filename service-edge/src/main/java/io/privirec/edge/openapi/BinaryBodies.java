package io.privirec.edge.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Describes bodies that are bytes and not text as such, in both directions.
final class BinaryBodies {
  private BinaryBodies() {}

  static void describeIn(Operation operation) {
    if (operation.getRequestBody() != null) {
      describeIn(operation.getRequestBody().getContent());
    }
    operation.getResponses().values().forEach(response -> describeIn(response.getContent()));
  }

  /// What a request with a range is answered, of an operation that takes ranges.
  static void describeParts(Operation operation) {
    ApiResponse whole = Objects.requireNonNull(operation.getResponses().get("200"));
    Content content = new Content();
    content.putAll(whole.getContent());
    content.addMediaType(
        "multipart/byteranges",
        new MediaType().schema(new Schema<>().types(Set.of("string")).format("binary")));
    operation
        .getResponses()
        .addApiResponse(
            "206",
            new ApiResponse()
                .description("The ranges that Range asks for; several as multipart/byteranges")
                .content(content));
    operation
        .getResponses()
        .computeIfAbsent(
            "304",
            status -> new ApiResponse().description("If-None-Match names what would be answered"));
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
