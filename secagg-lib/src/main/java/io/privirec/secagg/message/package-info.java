/// The messages of a round, in protocol order, and their canonical bytes.
///
/// Every message starts with the version byte `01`, its type byte and the 32-byte context that
/// binds it to one round; integers are big endian, identifiers are an unsigned length byte and
/// ASCII text, lists are an unsigned 16-bit count and entries in ascending order of participant id.
///
/// Participants send the types below `10`, the coordinator the others; which follows which, and
/// what the context is, says docs/protocol.md.
///
/// | type | message |
/// |---|---|
/// | `01` | [io.privirec.secagg.message.KeyAdvertisement] |
/// | `02` | [io.privirec.secagg.message.EncryptedShares] |
/// | `03` | [io.privirec.secagg.message.MaskedInputCommitment] |
/// | `04` | [io.privirec.secagg.message.SurvivorSignature] |
/// | `05` | [io.privirec.secagg.message.UnmaskAnswer] |
/// | `06` | [io.privirec.secagg.message.SeedReveal] |
/// | `07` | [io.privirec.secagg.message.SentEncapsulations] |
/// | `08` | [io.privirec.secagg.message.ShareComplaint] |
/// | `11` | [io.privirec.secagg.message.AdvertisedKeys] |
/// | `12` | [io.privirec.secagg.message.DeliveredShares] |
/// | `14` | [io.privirec.secagg.message.SurvivorList] |
/// | `15` | [io.privirec.secagg.message.UnmaskRequest] |
/// | `16` | [io.privirec.secagg.message.RevealedSeeds] |
/// | `17` | [io.privirec.secagg.message.DeliveredEncapsulations] |
@NullMarked
package io.privirec.secagg.message;

import org.jspecify.annotations.NullMarked;
