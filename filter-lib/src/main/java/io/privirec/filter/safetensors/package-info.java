/// The safetensors file format: a length, a JSON header, the tensors' bytes. Written as a stream,
/// read by memory mapping after strict checks.
@NullMarked
package io.privirec.filter.safetensors;

import org.jspecify.annotations.NullMarked;
