package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The exposure of a participant's users to the sums of a session without noise, measured on the
/// holder's own data. The view is for the holder alone.
///
/// @param decoder version of the decoder
/// @param users of the participant, with interactions
/// @param read users whose whole history the decoder reads; absent: none by this decoder
/// @param method `DECODED`, or `COUNTED` if rows that the decoder can solve were counted
/// @param equations for each item, of this session and of all earlier sums without noise
/// @param equationsBefore equations of the earlier sums alone
/// @param allReadFrom equations from which on the holder treats all users as read, whatever items
///   stay in the session
/// @param uncountedSums earlier sums without noise whose equations no ledger entry states
/// @param measuredAt time of the measurement
/// @param text the same in words, for the person who approves
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExposureView(
    String sessionId,
    String participant,
    String decoder,
    int users,
    @Nullable Integer read,
    String method,
    int equations,
    int equationsBefore,
    int allReadFrom,
    long uncountedSums,
    Instant measuredAt,
    String text) {
  /// Hides all figures: they stay out of logs.
  @Override
  public String toString() {
    return "ExposureView[hidden]";
  }
}
