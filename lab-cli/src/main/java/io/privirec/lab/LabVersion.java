package io.privirec.lab;

import picocli.CommandLine.IVersionProvider;

/// The version in the jar's manifest.
final class LabVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = LabVersion.class.getPackage().getImplementationVersion();
    return new String[] {"PriviRec lab " + (version == null ? "(development)" : version)};
  }
}
