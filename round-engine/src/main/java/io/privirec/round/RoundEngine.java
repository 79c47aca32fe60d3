package io.privirec.round;

import io.privirec.crypto.signature.IdentityKeyPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;

/// The parts of the engine, put together. A service builds one, over its own database, disk and
/// metrics.
public final class RoundEngine {
  private final RoundPorts ports;
  private final UploadLimits limits;
  private final Clock clock;
  private final RoundStates states;
  private final WindowedSpool spool;
  private final ChunkStaging chunks;
  private final Rounds rounds;
  private final RoundSummer summer;

  /// @param signer signs the records of rounds
  /// @param limits of unfinished uploads
  /// @param signal raised when a round has moved
  public RoundEngine(
      RoundPorts ports,
      IdentityKeyPair signer,
      UploadLimits limits,
      ChangeSignal signal,
      Clock clock) {
    this.ports = ports;
    this.limits = limits;
    this.clock = clock;
    states = new RoundStates(ports.rounds());
    spool = new WindowedSpool(ports, states, signal, clock);
    chunks = new ChunkStaging(ports, states, limits, spool);
    rounds = new Rounds(ports, states, chunks, signer, signal, clock);
    summer = new RoundSummer(ports, states, spool, signal, clock);
  }

  /// Says how much disk rounds may take.
  ///
  /// @param budget of any round
  public StagingRoom room(StagingBudget budget) {
    return new StagingRoom(
        budget,
        () -> {
          try {
            return ports.blobs().usableBytes() - limits.diskReserveBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// Opens rounds, takes messages, closes phases.
  public Rounds rounds() {
    return rounds;
  }

  /// Takes chunks.
  public ChunkStaging chunks() {
    return chunks;
  }

  /// Sums chunks while they come in.
  public WindowedSpool spool() {
    return spool;
  }

  /// Makes and opens sums.
  public RoundSummer summer() {
    return summer;
  }

  /// Collects what crashes and late uploads leave.
  ///
  /// @param inTheMaking whatever is younger may be in the making, by another process, too: a live
  ///   upload touches its draft every few seconds, and between a round's directory and its record
  ///   lie milliseconds
  public RoundCollector collector(Duration inTheMaking) {
    return new RoundCollector(ports, states, chunks, spool, clock, inTheMaking);
  }
}
