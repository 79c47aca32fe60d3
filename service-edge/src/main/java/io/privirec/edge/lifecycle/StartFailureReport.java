package io.privirec.edge.lifecycle;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/// One event of the log that says why the service does not start and what to do, in place of Spring
/// Boot's page (which `edge-defaults.yaml` switches off).
final class StartFailureReport implements FailureAnalysisReporter {
  private static final Logger log = LoggerFactory.getLogger(StartFailureReport.class);

  @Override
  public void report(FailureAnalysis analysis) {
    String action = analysis.getAction();
    log.error(
        "The service does not start. {}{}",
        analysis.getDescription().strip(),
        action == null || action.isBlank() ? "" : System.lineSeparator() + action.strip());
    log.debug("The start failed", analysis.getCause());
  }
}
