package io.privirec.coordinator.session;

import io.privirec.secagg.ThreatModel;
import java.time.Duration;

/// How a session treats time and loss.
///
/// @param phaseDeadline how long a phase of a round may last
/// @param maxAttempts how often one round is tried
/// @param strict whether any loss after the first round fails the session
public record SessionTerms(
    ThreatModel threatModel, Duration phaseDeadline, int maxAttempts, boolean strict) {}
