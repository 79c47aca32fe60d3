package io.privirec.edge.dependency;

/// Why a dependency does not serve.
///
/// @param cause label of metrics, lower-kebab, of a fixed set
/// @param detail what was found, without secrets
/// @param remedy what an operator does about it
public record Fault(String cause, String detail, String remedy) {}
