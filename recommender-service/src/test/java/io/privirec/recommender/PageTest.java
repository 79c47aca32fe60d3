package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PageTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();

  @Test
  void get_nothingChosen_showsPopularItemsAndLetsNoScriptRun() {
    Answer page = service.get("/").is(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(page.body()).contains(">Popular<", "Model r-1").doesNotContain("Recommended<");
    service.get("/page.css").is(200);
  }

  @Test
  void post_wordsOfATitle_offersWhatHasThem() {
    String item = TestReleases.item(7);

    String page = form("words", "t  " + item.toUpperCase(Locale.ROOT));

    assertThat(page).contains("aria-label=\"Choose T " + item + "\"");
    assertThat(form("words", "no such title")).contains("Nothing more has these words");
  }

  @Test
  void post_chosenItems_recommendsAndSaysWhy() {
    String first = TestReleases.item(3);
    String second = TestReleases.item(9);

    String page = form("item", first, "add", second, "item", "unheard-of");

    assertThat(page)
        .contains(">Recommended<", "because of", hidden(first), hidden(second))
        .contains("no-noise: sums without noise, no ε.")
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
    service.post("/", "{}").is(415);
    send("words=" + "x".repeat(70_000)).isProblem(413, "payload-too-large");
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
    return send(body.toString()).is(200).body();
  }

  private static Answer send(String form) {
    return service.admin("POST", "/", "application/x-www-form-urlencoded", form);
  }
}
