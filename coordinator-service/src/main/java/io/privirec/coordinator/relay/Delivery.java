package io.privirec.coordinator.relay;

import java.nio.ByteBuffer;
import java.util.List;

/// Envelopes on their way out. They hold memory until this is closed.
final class Delivery implements AutoCloseable {
  /// Number and length of an envelope, before its content.
  static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  private final List<Envelope> envelopes;
  private final EnvelopeMemory.Share memory;

  Delivery(List<Envelope> envelopes, EnvelopeMemory.Share memory) {
    this.envelopes = List.copyOf(envelopes);
    this.memory = memory;
  }

  static Delivery ofNothing() {
    return new Delivery(List.of(), () -> {});
  }

  /// Oldest first.
  List<Envelope> envelopes() {
    return envelopes;
  }

  /// Bytes of all frames.
  long frameBytes() {
    return envelopes.stream().mapToLong(each -> HEAD_BYTES + each.content().length).sum();
  }

  /// What stands before an envelope's content in its frame: `number[8] length[4]`, big endian.
  static byte[] head(Envelope envelope) {
    return ByteBuffer.allocate(HEAD_BYTES)
        .putLong(envelope.number())
        .putInt(envelope.content().length)
        .array();
  }

  @Override
  public void close() {
    memory.close();
  }
}
