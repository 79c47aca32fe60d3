/// Scripted attacks on both sides of the protocol, one test each. A refused attack ends in a named
/// reason, leaves nothing to send and no secret in the state; the run prints how many there were.
///
/// | mistake of secure aggregation in practice | where it is tried |
/// |---|---|
/// | both shares of one participant: in two requests, after a restart, by a replayed request | `UnmaskAttackTest.unmask_bothShares…`, `unmask_requestOfAnotherRoundReplayed…` |
/// | both shares in one answer | not constructible: a `Reveal` is of one kind and owners ascend; `UnmaskAttackTest.unmask_bothSharesInOneAnswer…` |
/// | the dead are not among those that shared | not expressible: the dead are whoever shared and is not named; survivors that never shared: `UnmaskAttackTest.survivors_…`, `GraphAttackTest.survivors_neighbourThatNeverShared…` |
/// | survivors below the minimum, or without the victim | `UnmaskAttackTest.survivors_belowTheMinimum…`, `survivors_withoutTheVictim…` |
/// | two exact sums over almost the same participants | exact sums are closed: cohorts are unions of whole cells of the roster in force, `ClosedTermsAttackTest.cohort_…`, `cell_…`; over time: `RosterHistoriesTest`, client-service `ClosedSumsAttackTest`, `CellSplitTest` |
/// | a holder restored to an older state | client-service `RestoredBackupTest` |
/// | holders that count twice; forged, moved and partial signatures in a roster | `RosterCheckTest`, client-service `RosterAttackTest` |
/// | a key list of a closed round shortened, down to the victim, another and a corrupt one | `ClosedKeyAttackTest.keys_ofAnyFewerThanTheCohort…` |
/// | its keys invented, swapped, reflected, or of an earlier attempt | `ClosedKeyAttackTest.keys_…` |
/// | a message of one kind of round used in the other | signature domains: `ClosedKeyAttackTest.keys_forATolerantRound…`, `…forAClosedRound…`, `commitment_forTheOtherKind…`, `ClosedTermsAttackTest.record_kindSwapped…` |
/// | an older, newer or forked roster; former, foreign and partial cells | `ClosedTermsAttackTest.roster_…`, `cell_…`, `cells_…` |
/// | a record of a closed round changed: cells, roster, vector | `ClosedTermsAttackTest.record_changedOnItsWay…`, `…otherTermsForHalf…` |
/// | two halves of a closed round told different keys | `ClosedSumAttackTest.view_splitInHalves…` |
/// | whoever is missing from a closed round helps the coordinator | the sum over the whole cells opens, nothing smaller: `ClosedSumAttackTest.absentee_…` |
/// | two attempts opened or mixed, an upload after a failed attempt | `ClosedSumAttackTest.attempts_…`, `upload_…`; client-service `AttemptAttackTest` |
/// | an honest one missing: what the coordinator has | uniform: `ClosedTranscriptTest` |
/// | encapsulations of a closed round missing, swapped, unsigned, replayed | `EncapsulationAttackTest` |
/// | a participant lost before shares counts as dead | `UnmaskAttackTest.survivors_whoLeftBeforeSharesWereExchanged…` |
/// | the coordinator chooses neighbours: seed missing, swapped, replaced, copied, withheld | `GraphAttackTest.seeds_…`, `ParticipantAttackTest.seed_…` |
/// | the coordinator chooses degree, threshold, minimum or corrupt count, from 0 up | `TermsAttackTest.record_chosen…`: no such record decodes |
/// | different keys, graph, survivors or record for different participants | `SplitViewTest`, `KeyAttackTest.keys_otherList…`; records differ in context, hence `…_ofAnotherRound…` |
/// | a second, different message in one place | `…_otherListToTheSameParticipant…`, `ShareAttackTest.shares_otherDelivery…` |
/// | a different model for each participant | digests of catalogue, parameters and broadcast are in the record; client-service `RuntimeTest` |
/// | duplicate or reflected keys, second spellings | `KeyAttackTest.keys_oneKeyTwice…`, `…Reflected…`, `…InASecondSpelling…`, `ParticipantAttackTest.keys_ofAnotherCopied…` |
/// | all-zero agreement | `KeyAttackTest.keys_ofSmallOrder…`; `WycheproofTest` |
/// | raw agreement as a key, one key for both directions | `ShareAttackTest.shares_directionSwapped…`, `…UnderTheKeyOfTheWayBack…` |
/// | encryption without associated data | `ShareAttackTest.shares_sealedUnderOtherAssociatedData…` |
/// | fixed nonce under a reused key | a key serves one message of one round, the nonce is random besides: `interop` vectors |
/// | changed encapsulations in hybrid rounds | `ShareAttackTest.shares_maskEncapsulation…`, `…channelEncapsulation…`, `SharingAttackTest.shares_poisonedMaskEncapsulation…` |
/// | mask generator narrower than its seed, not uniform, bounds off by one | AES-128-CTR of a 16-byte key read as whole ring elements, no modulo: `MaskSumTest`, `RingVectorTest` |
/// | one mask for two rounds, attempts or chunks | `MaskAttackTest.masks_of…`; a record names one vector |
/// | another input under the same masks | `MaskAttackTest.input_changed…`; uploads of other bytes: client-service `RestartTest`, chunk staging of coordinator-service |
/// | signs by order of arrival | `MaskAttackTest.masks_ofEveryone…`, `WholeRoundTest` |
/// | sign extension, overflow before the modulus | `RingVectorTest`, `WholeRoundTest` at the edge of each ring |
/// | a ring too narrow for the sum | `TermsAttackTest.record_ringTooNarrow…`, `CapacityTest`; range of the decoded sum: federation-lib `QuantiserTest` |
/// | weights, losses or metrics in clear | there is no field for them: `MessageEncodingTest` has every byte of every message |
/// | noise from a generator that is not secure | the library makes no randomness: `ArchitectureTest`; noise is not part of it |
/// | secrets in logs, traces, messages of errors | `SecretsTest`; at rest: service-edge `KeyRingTest` |
/// | share index 0, repeated or foreign; elements not canonical | `SharingAttackTest.share_…`; an index is in no message |
/// | the first t shares taken unchecked | `SharingAttackTest.answer_poisonedShare…` |
/// | invented participants, exchanged identity keys | `TermsAttackTest.record_inventedParticipants…`, `…InventedKey…`, `…WithoutARoster…` |
/// | a weaker threat model than accepted | `TermsAttackTest.record_weakerThreatModel…`, `…ChangedOnItsWay…` |
/// | replayed advertisements, shares, requests, signatures | `…_replayed…`, `…OfAnotherRound…` in each class |
/// | forged signatures, or ones made for something else | `KeyAttackTest.keys_swapped…`, `…InAnotherDomain…`, `UnmaskAttackTest.signatures_…` |
/// | who dropped out can be told from time and size | public by design |
/// | entries of a sum that only one participant touched | a matter of what is summed, not of how: threat model, release policy |
package io.privirec.secagg.adversary;
