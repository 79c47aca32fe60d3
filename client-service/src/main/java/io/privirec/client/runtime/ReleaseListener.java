package io.privirec.client.runtime;

/// Is told when a session of a hosted participant is seen to have published its release.
@FunctionalInterface
public interface ReleaseListener {
  void published();
}
