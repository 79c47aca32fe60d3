package io.privirec.round;

/// Why an attempt failed.
///
/// @param code stable, lower-kebab
/// @param detail a sentence for people
public record RoundFailure(String code, String detail) {}
