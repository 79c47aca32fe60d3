package io.privirec.secagg;

/// No sharing graph is both safe and live for these counts: too many may be corrupt or leave for so
/// small a cohort.
public final class NoGraphParametersException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  NoGraphParametersException(ThreatModel model, int cohort, int corrupt, int drops) {
    super(
        "no sharing graph of %s participants withstands %s corrupt ones and %s drops under the %s model"
            .formatted(cohort, corrupt, drops, model.label()));
  }
}
