package io.privirec.edge.etag;

import io.privirec.crypto.digest.Digest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Tags the answers of [Tagged] handlers, and leaves the body out where the caller has it.
@ControllerAdvice
final class TaggedAnswers implements ResponseBodyAdvice<Object> {
  /// Hex digits: half of a SHA-256 is enough where nobody gains by a collision.
  private static final int LENGTH = 32;

  private static final String KEPT_AND_ASKED_ABOUT =
      String.valueOf(CacheControl.noCache().cachePrivate().getHeaderValue());

  private final JsonMapper json;

  TaggedAnswers(JsonMapper json) {
    this.json = json;
  }

  @Override
  public boolean supports(
      MethodParameter handler, Class<? extends HttpMessageConverter<?>> converter) {
    return handler.hasMethodAnnotation(Tagged.class);
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter handler,
      MediaType mediaType,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    Tagged tagged = handler.getMethodAnnotation(Tagged.class);
    if (tagged == null
        || !(request instanceof ServletServerHttpRequest asked)
        || !(response instanceof ServletServerHttpResponse answered)) {
      return body;
    }
    answered.getServletResponse().setHeader(HttpHeaders.CACHE_CONTROL, KEPT_AND_ASKED_ABOUT);
    ServletWebRequest exchange =
        new ServletWebRequest(asked.getServletRequest(), answered.getServletResponse());
    return exchange.checkNotModified(tag(json.valueToTree(body), tagged.without())) ? null : body;
  }

  /// A weak one: the bytes of two answers may differ in what does not count.
  private String tag(JsonNode content, String[] without) {
    if (content instanceof ObjectNode object) {
      for (String field : without) {
        object.remove(field);
      }
    }
    return "W/\"" + Digest.of(json.writeValueAsBytes(content)).hex().substring(0, LENGTH) + '"';
  }
}
