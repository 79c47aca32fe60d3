package io.privirec.client.runtime;

import java.time.Duration;

/// A wait for some time, which tests observe and shorten.
@FunctionalInterface
interface Pause {
  void rest(Duration time) throws InterruptedException;
}
