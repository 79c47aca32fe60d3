package io.privirec.client.contribution;

import java.time.Duration;

/// A wait for some time, which tests observe and shorten.
@FunctionalInterface
interface Pause {
  void rest(Duration time) throws InterruptedException;
}
