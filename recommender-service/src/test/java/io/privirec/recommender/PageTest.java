package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  @TempDir static Path directory;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    service = RunningRecommender.start(directory.resolve("data"), coordinator.uri());
    assertThat(service.get("/").statusCode()).isEqualTo(503);
    assertThat(service.get("/").body()).contains("No model is loaded yet");
    coordinator.publish(TestReleases.write(directory, 1));
    service.awaitReady();
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  @Test
  void get_nothingChosen_showsPopularItemsAndLetsNoScriptRun() {
    HttpResponse<String> page = service.get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'");
    assertThat(page.body()).contains(">Popular<", "Model r-1").doesNotContain("Recommended<");
    assertThat(service.get("/page.css").statusCode()).isEqualTo(200);
  }

  @Test
  void post_wordsOfATitle_offersWhatHasThem() {
    String item = TestReleases.items().get(7);

    String page = form("words", "t  " + item.toUpperCase(Locale.ROOT));

    assertThat(page).contains("aria-label=\"Choose T " + item + "\"");
    assertThat(form("words", "no such title")).contains("Nothing more has these words");
  }

  @Test
  void post_chosenItems_recommendsAndSaysWhy() {
    String first = TestReleases.items().get(3);
    String second = TestReleases.items().get(9);

    String page = form("item", first, "add", second, "item", "unheard-of");

    assertThat(page)
        .contains(">Recommended<", "because of", hidden(first), hidden(second))
        .doesNotContain("unheard-of");
    assertThat(form("item", first, "item", second, "remove", first))
        .contains(hidden(second))
        .doesNotContain(hidden(first));
  }

  @Test
  void post_wordsWithMarkup_areShownAsText() {
    assertThat(form("words", "\"><script>alert(1)</script>"))
        .doesNotContain("<script>")
        .contains("&lt;script&gt;");
  }

  @Test
  void post_notTheForm_isAProblem() {
    HttpResponse<String> json = service.post("/", "{}");
    HttpResponse<String> tooLong = send("words=" + "x".repeat(70_000));

    assertThat(json.statusCode()).isEqualTo(415);
    assertThat(tooLong.statusCode()).isEqualTo(413);
    assertThat(tooLong.body()).contains("payload-too-large");
  }

  private static String hidden(String item) {
    return "<input type=\"hidden\" name=\"item\" value=\"" + item + "\"";
  }

  private static String form(String... fields) {
    StringBuilder body = new StringBuilder();
    for (int n = 0; n < fields.length; n += 2) {
      body.append(n == 0 ? "" : "&")
          .append(fields[n])
          .append('=')
          .append(URLEncoder.encode(fields[n + 1], StandardCharsets.UTF_8));
    }
    HttpResponse<String> answer = send(body.toString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private static HttpResponse<String> send(String form) {
    return service.admin("POST", "/", "application/x-www-form-urlencoded", form);
  }
}
