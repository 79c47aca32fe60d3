/// The messages of a round, in protocol order, and their canonical bytes.
///
/// Every message starts with the version byte `01`, its type byte and the 32-byte context that
/// binds it to one round; integers are big endian, identifiers are an unsigned length byte and
/// ASCII text, lists are an unsigned 16-bit count and entries in ascending order of participant id.
///
/// | type | message | context |
/// |---|---|---|
/// | `01` | [io.privirec.secagg.message.KeyAdvertisement] | round record |
/// | `02` | [io.privirec.secagg.message.EncryptedShares] | round record and all advertisements |
/// | `03` | [io.privirec.secagg.message.MaskedInputCommitment] | same |
/// | `05` | [io.privirec.secagg.message.UnmaskAnswer] | same |
/// | `11` | [io.privirec.secagg.message.AdvertisedKeys] | round record |
/// | `12` | [io.privirec.secagg.message.DeliveredShares] | round record and all advertisements |
/// | `15` | [io.privirec.secagg.message.UnmaskRequest] | same |
///
/// Types `04` and `14` are kept free for the consistency check.
@NullMarked
package io.privirec.secagg.message;

import org.jspecify.annotations.NullMarked;
