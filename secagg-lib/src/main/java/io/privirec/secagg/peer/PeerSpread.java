package io.privirec.secagg.peer;

/// How a peer's vectors get to the others. Keys are always passed on.
public enum PeerSpread {
  /// Under masks, to everybody, who are all neighbours of each other.
  DIRECT,
  /// Under masks, to everybody, passed on by neighbours.
  PASSED_ON,
  /// As they are, to neighbours alone.
  IN_CLEAR
}
