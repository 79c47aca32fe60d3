package io.privirec.wire;

/// The coordinator's answer to an enrolment.
///
/// @param coordinatorKey the coordinator's Ed25519 key; the holder pins it from here on
public record Enrolment(ParticipantView participant, String coordinatorKey) {}
