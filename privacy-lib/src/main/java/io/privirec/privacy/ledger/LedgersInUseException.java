package io.privirec.privacy.ledger;

import java.io.IOException;
import java.nio.file.Path;

/// Somebody else, in this process or another one, has a directory of ledgers.
public final class LedgersInUseException extends IOException {
  private static final long serialVersionUID = 1;

  LedgersInUseException(Path directory) {
    super("another process has the ledgers in " + directory);
  }
}
