package io.privirec.architecture.circle;

/// A permitted type.
public record Square(double side) implements Shape {}
