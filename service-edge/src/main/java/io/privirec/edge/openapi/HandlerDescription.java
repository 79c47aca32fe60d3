package io.privirec.edge.openapi;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/// Adds to each operation what only its handler tells: the problems it declares by [Problems], as a
/// note for later, the tag of its answers, and a body that it reads by itself.
final class HandlerDescription implements GlobalOperationCustomizer {
  private static final String NOTE = "x-declared-problems";

  @Override
  public Operation customize(Operation operation, HandlerMethod handler) {
    Set<ProblemType> declared = EnumSet.noneOf(ProblemType.class);
    addTo(declared, handler.getMethodAnnotation(Problems.class));
    addTo(declared, handler.getBeanType().getAnnotation(Problems.class));
    operation.addExtension(NOTE, declared);
    if (handler.hasMethodAnnotation(Tagged.class)) {
      describeTag(operation);
    }
    RequestMapping mapping =
        AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), RequestMapping.class);
    if (operation.getRequestBody() == null && mapping != null && mapping.consumes().length > 0) {
      Content content = new Content();
      for (String mediaType : mapping.consumes()) {
        content.addMediaType(mediaType, new MediaType());
      }
      operation.setRequestBody(new RequestBody().required(true).content(content));
    }
    return operation;
  }

  private static void describeTag(Operation operation) {
    Header tag =
        new Header()
            .description("Names this version of the answer, for If-None-Match")
            .schema(new StringSchema())
            .example("W/\"5f2c0e7a91d34b6f8e0a2b4c6d8e0f12\"");
    ApiResponse found = operation.getResponses().get("200");
    if (found != null) {
      found.addHeaderObject(HttpHeaders.ETAG, tag);
    }
    operation
        .getResponses()
        .addApiResponse(
            "304",
            new ApiResponse()
                .description("If-None-Match names the version that would be answered")
                .addHeaderObject(HttpHeaders.ETAG, tag));
  }

  private static void addTo(Set<ProblemType> declared, @Nullable Problems problems) {
    if (problems != null) {
      declared.addAll(Arrays.asList(problems.value()));
    }
  }

  /// Takes the note off again: what it says is in the responses then.
  static Set<ProblemType> takeProblems(Operation operation) {
    Set<ProblemType> declared = EnumSet.noneOf(ProblemType.class);
    if (operation.getExtensions() != null
        && operation.getExtensions().remove(NOTE) instanceof Collection<?> noted) {
      noted.forEach(type -> declared.add((ProblemType) type));
      if (operation.getExtensions().isEmpty()) {
        operation.setExtensions(null);
      }
    }
    return declared;
  }
}
