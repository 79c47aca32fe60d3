package io.privirec.client.coordinator;

/// An envelope that waited at the relay.
///
/// @param number by which it is fetched no more
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PeerMail(long number, byte[] envelope) {}
