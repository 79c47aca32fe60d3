package io.privirec.recommender.page.web;

import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.util.MultiValueMap;

/// What the page's form says: what was chosen, and what is looked for. It comes in a body, because
/// addresses end up in the logs of proxies and in the browser's history.
///
/// @param chosen ids in the order of choice
/// @param words what titles are searched for
record Form(List<String> chosen, String words) {
  static final Form EMPTY = new Form(List.of(), "");

  static final int MAX_CHOSEN = 100;
  private static final int MAX_WORDS = 200;
  private static final int MAX_BYTES = 1 << 16;

  /// Reads the body as a stream, which Tomcat's own forms would not, past the limits on how slowly
  /// a body may come in.
  ///
  /// @throws ProblemException if it is too long
  static Form read(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE, "The form has at most " + MAX_BYTES + " bytes");
    }
    MultiValueMap<String, String> fields =
        new FormHttpMessageConverter().read(null, new Body(new ByteArrayInputStream(body)));
    Set<String> chosen = new LinkedHashSet<>(all(fields, "item"));
    chosen.addAll(all(fields, "add"));
    chosen.removeAll(Set.copyOf(all(fields, "remove")));
    String words = String.join(" ", all(fields, "words"));
    return new Form(
        chosen.stream().limit(MAX_CHOSEN).toList(),
        words.substring(0, Math.min(words.length(), MAX_WORDS)));
  }

  private static List<String> all(MultiValueMap<String, String> fields, String name) {
    return fields.getOrDefault(name, List.of()).stream().filter(value -> value != null).toList();
  }

  /// Hides what was chosen.
  @Override
  public String toString() {
    return "Form[" + chosen.size() + " items]";
  }

  private record Body(InputStream getBody) implements HttpInputMessage {
    @Override
    public HttpHeaders getHeaders() {
      HttpHeaders headers = new HttpHeaders();
      headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
      return headers;
    }
  }
}
