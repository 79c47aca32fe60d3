/// Masks: seekable AES-128-CTR keystreams (SP 800-38A) added into ring vectors.
///
/// Entry type: [io.privirec.crypto.prg.MaskSum].
@NullMarked
package io.privirec.crypto.prg;

import org.jspecify.annotations.NullMarked;
