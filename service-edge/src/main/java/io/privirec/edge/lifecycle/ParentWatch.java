package io.privirec.edge.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the service when its standard input ends: a supervisor holds the other end of that pipe,
/// and when the supervisor is gone, however it died, nothing of it stays behind.
final class ParentWatch {
  private static final Logger log = LoggerFactory.getLogger(ParentWatch.class);

  private ParentWatch() {}

  /// Starts watching; `onEnd` runs once, on the watching thread.
  static void start(InputStream input, Runnable onEnd) {
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(() -> {
          drain(input);
          log.info("Standard input has ended: so does this service");
          onEnd.run();
        });
  }

  private static void drain(InputStream input) {
    try {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      log.debug("Standard input broke", e);
    }
  }
}
