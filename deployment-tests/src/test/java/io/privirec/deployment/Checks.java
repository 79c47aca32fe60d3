package io.privirec.deployment;

import java.util.List;
import java.util.stream.Stream;

/// Everything that is looked at, of the manifests of one namespace. Nothing found: nothing wrong.
final class Checks {
  private Checks() {}

  static List<String> ofServices(List<Manifest> manifests) {
    return Stream.of(
            TypeCheck.findings(manifests),
            StructureCheck.findings(manifests),
            ConfinementCheck.findings(manifests),
            ConfigurationCheck.findings(manifests),
            TrafficCheck.findings(manifests))
        .flatMap(List::stream)
        .toList();
  }

  /// @param services what is monitored
  static List<String> ofMonitoring(List<Manifest> monitoring, List<Manifest> services) {
    return Stream.of(TypeCheck.findings(monitoring), MonitoringCheck.findings(monitoring, services))
        .flatMap(List::stream)
        .toList();
  }
}
