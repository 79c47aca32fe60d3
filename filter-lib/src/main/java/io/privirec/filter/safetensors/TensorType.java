package io.privirec.filter.safetensors;

/// Element types, by their name in the header; all little-endian.
public enum TensorType {
  /// IEEE 754 half precision.
  F16(2),
  /// IEEE 754 single precision.
  F32(4),
  /// IEEE 754 double precision.
  F64(8),
  /// Signed 32-bit integer.
  I32(4),
  /// Signed 64-bit integer.
  I64(8),
  /// Unsigned 8-bit integer.
  U8(1),
  /// Unsigned 16-bit integer.
  U16(2),
  /// Unsigned 32-bit integer.
  U32(4);

  private final int bytes;

  TensorType(int bytes) {
    this.bytes = bytes;
  }

  /// Size of one element in bytes.
  public int bytes() {
    return bytes;
  }
}
