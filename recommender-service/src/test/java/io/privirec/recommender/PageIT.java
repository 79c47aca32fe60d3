package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/// The page in a real browser: Chromium with its driver, where both are installed.
class PageIT {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();
  @TempDir Path directory;

  @Test
  void page_inABrowser_searchesChoosesRecommendsAndExplains() throws Exception {
    Optional<Path> browser = program("chromium");
    Optional<Path> driver = program("chromedriver");
    assumeTrue(
        browser.isPresent() && driver.isPresent(),
        "left out: chromium and chromedriver are not on the PATH");
    ChromeDriver page = open(browser.orElseThrow(), driver.orElseThrow());
    try {
      tryOut(page, service.port());
    } finally {
      page.quit();
    }
  }

  private static void tryOut(ChromeDriver page, int port) throws Exception {
    String first = "T " + TestReleases.item(3);
    page.get("http://127.0.0.1:" + port + "/");
    assertThat(page.findElement(By.id("answers")).getText()).isEqualTo("Popular");

    page.findElement(By.id("words")).sendKeys(first, Keys.ENTER);
    choose(page, first);

    await(page, "#chosen span", chosen -> chosen.equals(List.of(first)));
    await(page, ".why", all -> !all.isEmpty() && all.stream().allMatch(names(first, "(100 %)")));
    assertThat(page.findElement(By.id("answers")).getText()).isEqualTo("Recommended");
    List<String> recommended = texts(page, "#recommended .title");
    assertThat(recommended).hasSize(10).doesNotContain(first);

    String second = recommended.getFirst();
    choose(page, second);
    await(page, "#chosen span", chosen -> chosen.equals(List.of(first, second)));
    await(page, ".why", all -> all.stream().anyMatch(names(second, "")));
    File picture = page.getScreenshotAs(OutputType.FILE);
    Files.move(
        picture.toPath(),
        Path.of("target", "page.png"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    page.findElement(By.cssSelector("#chosen button")).click();
    await(page, "#chosen span", chosen -> chosen.equals(List.of(second)));
    assertThat(page.getCurrentUrl()).isEqualTo("http://127.0.0.1:" + port + "/");
    assertThat(page.manage().logs().get("browser").getAll()).isEmpty();
  }

  private static void choose(ChromeDriver page, String title) {
    waiting()
        .untilAsserted(
            () -> page.findElement(By.cssSelector("[aria-label='Choose " + title + "']")).click());
  }

  private static Predicate<String> names(String title, String share) {
    return why -> why.contains((title + " " + share).strip());
  }

  private static void await(ChromeDriver page, String css, Predicate<List<String>> expected) {
    waiting().until(() -> texts(page, css), expected);
  }

  /// The page draws an answer when it arrives, so an element found may be gone when it is used.
  private static ConditionFactory waiting() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .ignoreExceptionsInstanceOf(WebDriverException.class);
  }

  /// All texts of one moment: one script reads them, and nothing is drawn meanwhile.
  @SuppressWarnings("unchecked")
  private static List<String> texts(ChromeDriver page, String css) {
    return (List<String>)
        page.executeScript(
            "return Array.from(document.querySelectorAll(arguments[0]), e => e.innerText)", css);
  }

  private ChromeDriver open(Path browser, Path driver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.toFile());
    options.addArguments(
        "--headless",
        // A container's root has no sandbox of its own; the pages are ours.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1100,900",
        "--user-data-dir=" + directory.resolve("profile"));
    return new ChromeDriver(
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.toFile())
            .usingAnyFreePort()
            .build(),
        options);
  }

  private static Optional<Path> program(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(part -> Path.of(part, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
