package io.privirec.edge.postgres;

import io.privirec.edge.lifecycle.StartRefusedException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/// Refuses the start where `spring.datasource.url` is no URL of PostgreSQL's driver, before anybody
/// else looks at it. Driver and pool take a password in the place of a host or a port for one, and
/// say in the log which host or port they could not use:
/// `jdbc:postgresql://user:password@host/name` is what many other programs take.
final class DatabaseUrlCheck
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  static final String PROPERTY = "spring.datasource.url";

  private static final String HOST = "([\\w.%-]*|\\[[0-9a-fA-F:.%\\w]+])(:\\d+)?";
  private static final String HOSTS = "//" + HOST + "(," + HOST + ")*/?";
  private static final Pattern URL =
      Pattern.compile("(?<place>jdbc:postgresql:(" + HOSTS + ")?[\\w.%-]*)(\\?.*)?");

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    String url = context.getEnvironment().getProperty(PROPERTY, "");
    if (!url.isBlank() && place(url).isEmpty()) {
      throw new StartRefusedException(
          PROPERTY + " is no URL of PostgreSQL (it is not shown, since a password may be in it).",
          "Write jdbc:postgresql://HOST:PORT/NAME, and the account as spring.datasource.username and"
              + " spring.datasource.password.",
          null);
    }
  }

  /// Hosts and name of the database, without what follows: a password may be among it.
  ///
  /// @return empty for what is no URL of the driver's
  static Optional<String> place(String url) {
    Matcher matcher = URL.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group("place")) : Optional.empty();
  }
}
