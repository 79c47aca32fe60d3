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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The page in a real browser: Chromium with its driver, where both are installed. */
class PageIT {
  @TempDir Path directory;

  @Test
  void page_inABrowser_searchesChoosesRecommendsAndExplains() throws Exception {
    Optional<Path> browser = program("chromium");
    Optional<Path> driver = program("chromedriver");
    assumeTrue(
        browser.isPresent() && driver.isPresent(),
        "left out: chromium and chromedriver are not on the PATH");
    try (TestCoordinator coordinator = new TestCoordinator();
        RunningRecommender service =
            RunningRecommender.start(directory.resolve("data"), coordinator.uri())) {
      coordinator.publish(TestReleases.write(directory, 1));
      service.awaitReady();
      ChromeDriver page = open(browser.orElseThrow(), driver.orElseThrow());
      try {
        tryOut(page, service.port());
      } finally {
        page.quit();
      }
    }
  }

  private static void tryOut(ChromeDriver page, int port) throws Exception {
    String first = "T " + TestReleases.items().get(3);
    page.get("http://127.0.0.1:" + port + "/");
    assertThat(page.findElement(By.id("answers")).getText()).isEqualTo("Popular");

    page.findElement(By.id("words")).sendKeys(first, Keys.ENTER);
    choose(page, first).click();

    assertThat(texts(page, "#chosen span")).containsExactly(first);
    assertThat(page.findElement(By.id("answers")).getText()).isEqualTo("Recommended");
    assertThat(texts(page, "#recommended .title")).hasSize(10).doesNotContain(first);
    assertThat(texts(page, ".why")).isNotEmpty().allMatch(why -> why.contains(first + " (100 %)"));

    String second = texts(page, "#recommended .title").getFirst();
    choose(page, second).click();
    assertThat(texts(page, "#chosen span")).containsExactly(first, second);
    assertThat(texts(page, ".why")).anyMatch(why -> why.contains(second));
    File picture = page.getScreenshotAs(OutputType.FILE);
    Files.move(
        picture.toPath(),
        Path.of("target", "page.png"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    page.findElement(By.cssSelector("#chosen button")).click();
    assertThat(texts(page, "#chosen span")).containsExactly(second);
    assertThat(page.getCurrentUrl()).isEqualTo("http://127.0.0.1:" + port + "/");
    assertThat(page.manage().logs().get("browser").getAll()).isEmpty();
  }

  private static WebElement choose(ChromeDriver page, String title) {
    return page.findElement(By.cssSelector("[aria-label='Choose " + title + "']"));
  }

  private static List<String> texts(ChromeDriver page, String css) {
    return page.findElements(By.cssSelector(css)).stream().map(WebElement::getText).toList();
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
    ChromeDriver opened =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.toFile())
                .usingAnyFreePort()
                .build(),
            options);
    opened.manage().timeouts().implicitlyWait(Duration.ofSeconds(10));
    return opened;
  }

  private static Optional<Path> program(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(part -> Path.of(part, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
