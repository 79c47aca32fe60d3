package io.privirec.recommender.page;

import io.privirec.edge.problem.ProblemException;
import io.privirec.recommender.models.ModelRefusal;
import io.privirec.recommender.recommendations.RecommendationMeters;
import io.privirec.serving.release.ClaimStatuses;
import io.privirec.serving.web.Answers;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/// The page, made here whole: it needs no script, and what is chosen is in its form alone.
@Controller
class PageController {
  private static final int MAX_BYTES = 1 << 16;

  private final Answers answers;
  private final ClaimStatuses claims;
  private final RecommendationMeters meters;

  PageController(Answers answers, ClaimStatuses claims, RecommendationMeters meters) {
    this.answers = answers;
    this.claims = claims;
    this.meters = meters;
  }

  @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
  String empty(Model view, HttpServletResponse response) {
    return show(Form.EMPTY, view, response);
  }

  @PostMapping(
      path = "/",
      consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
      produces = MediaType.TEXT_HTML_VALUE)
  String chosen(HttpServletRequest request, Model view, HttpServletResponse response)
      throws IOException {
    return show(Form.of(fields(request)), view, response);
  }

  private String show(Form form, Model view, HttpServletResponse response) {
    response.setHeader(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none';"
            + " frame-ancestors 'none'");
    response.setHeader("Referrer-Policy", "no-referrer");
    try {
      Page page =
          answers.ask((recommender, context) ->
              Page.of(form, recommender, context, claims.shown(recommender.release())));
      meters.answered(page.chosen().size(), page.answer());
      view.addAttribute("page", page);
    } catch (ModelRefusal.NotLoaded e) {
      response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
      response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(e.retryAfter().toSeconds()));
    }
    return "page";
  }

  /// Reads the body as a stream. Tomcat's own forms do not keep the limits on slow bodies.
  ///
  /// @throws ProblemException if the body is too long
  private static MultiValueMap<String, String> fields(HttpServletRequest request)
      throws IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE, "The form has at most " + MAX_BYTES + " bytes");
    }
    return new FormHttpMessageConverter().read(null, new Body(new ByteArrayInputStream(body)));
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
