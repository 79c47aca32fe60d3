package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The coordinator's ledger: which sums were opened, or may have been, of whose data.
///
/// @param check what was found of file and head, in words
/// @param locked why nothing over data is opened until the operator has reconciled it; absent if
///   nothing is wrong
/// @param head as the database has it
/// @param maxEpsilonPerSession budget of one session, at delta
/// @param maxEpsilon budget of each participant within the period, at delta
/// @param maxEpsilonLifetime budget of each participant since the ledger began, at delta
/// @param entries the newest, newest first
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CoordinatorLedgerView(
    String check,
    @Nullable String locked,
    Head head,
    double maxEpsilonPerSession,
    double maxEpsilon,
    double maxEpsilonLifetime,
    double delta,
    Duration period,
    List<Account> accounts,
    List<Entry> entries) {
  public CoordinatorLedgerView {
    accounts = List.copyOf(accounts);
    entries = List.copyOf(entries);
  }

  /// What tells a whole ledger from one whose end is missing.
  ///
  /// @param entries how many there are
  /// @param hash of the last line, hex
  public record Head(long entries, String hash) {}

  /// Participants of whose data the same sums were opened, and what these show within the period.
  ///
  /// @param releases sums with noise
  /// @param exactSums sums without; they are outside of epsilon
  /// @param epsilon of the releases of the period together at delta, computed from their
  ///   mechanisms, with what sessions have reserved
  /// @param epsilonLifetime the same since the ledger began
  /// @param equations that sums without noise told since the ledger began
  /// @param presumed whether the whole budget counts as spent, after a reconciliation
  public record Account(
      List<String> participants,
      long releases,
      long exactSums,
      double epsilon,
      double epsilonLifetime,
      OpenedEquations equations,
      boolean presumed) {
    public Account {
      participants = List.copyOf(participants);
    }
  }

  /// One line of the ledger.
  ///
  /// @param number from 1
  /// @param use `exact`, `noise`, `presumed`, `reserved` or `returned`
  /// @param sum absent unless a sum was opened
  /// @param noise of a sum with noise
  /// @param reason of what is presumed
  /// @param reservation of what is reserved or returned
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Entry(
      long number,
      Instant at,
      String use,
      @Nullable Sum sum,
      @Nullable Noise noise,
      @Nullable String reason,
      @Nullable Reservation reservation) {
    /// Of a sum without noise.
    public static Entry exact(long number, Instant at, Sum sum) {
      return new Entry(number, at, "exact", sum, null, null, null);
    }

    /// Of a sum with noise.
    public static Entry noise(long number, Instant at, Sum sum, Noise noise) {
      return new Entry(number, at, "noise", sum, noise, null, null);
    }

    /// Of what nobody knows.
    public static Entry presumed(long number, Instant at, String reason) {
      return new Entry(number, at, "presumed", null, null, reason, null);
    }

    /// Of budget that a session reserved.
    public static Entry reserved(long number, Instant at, Reservation reservation) {
      return new Entry(number, at, "reserved", null, null, null, reservation);
    }

    /// Of the end of a session's reservation.
    public static Entry returned(long number, Instant at, Reservation reservation) {
      return new Entry(number, at, "returned", null, null, null, reservation);
    }
  }

  /// What a session reserved or returned.
  ///
  /// @param rho of zero-concentrated privacy; absent: the rest is returned
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reservation(String sessionId, List<String> participants, @Nullable Double rho) {
    public Reservation {
      participants = List.copyOf(participants);
    }
  }

  /// One attempt of a sum.
  ///
  /// @param index of the round in its session, from 0
  /// @param attempt from 1
  /// @param catalogue SHA-256 of the items, hex
  public record Sum(
      String sessionId,
      String roundId,
      int index,
      int attempt,
      String name,
      String catalogue,
      List<String> participants) {
    public Sum {
      participants = List.copyOf(participants);
    }
  }

  /// Noise of a sum.
  ///
  /// @param mechanism as `./privirec privacy account` takes it
  public record Noise(String mechanism, String unit, String adjacency) {}
}
