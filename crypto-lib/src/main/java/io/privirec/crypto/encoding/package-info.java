/// The one canonical byte encoding: big-endian integers, length-prefixed strings, no optional
/// parts.
///
/// Entry types: [io.privirec.crypto.encoding.CanonicalWriter] and
/// [io.privirec.crypto.encoding.CanonicalReader]. What is encoded belongs to the type it encodes.
@NullMarked
package io.privirec.crypto.encoding;

import org.jspecify.annotations.NullMarked;
