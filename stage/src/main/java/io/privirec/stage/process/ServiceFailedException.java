package io.privirec.stage.process;

import java.util.List;

/// A service did not start, or ended when it should not.
public final class ServiceFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ServiceProcess service;

  ServiceFailedException(ServiceProcess service, String what) {
    super(service.name() + " " + what);
    this.service = service;
  }

  public List<String> logTail() {
    return service.logTail();
  }
}
