package io.privirec.coordinator.round.web;

import org.springframework.http.MediaType;

/// Media types of protocol bodies.
final class ProtocolMedia {
  /// Canonical encoding of one protocol message, version 1.
  static final String SECAGG = "application/vnd.privirec.secagg.v1";

  static final String BYTES = MediaType.APPLICATION_OCTET_STREAM_VALUE;

  private ProtocolMedia() {}
}
