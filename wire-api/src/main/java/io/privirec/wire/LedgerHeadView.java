package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/// What the coordinator keeps of a holder's ledger.
///
/// @param newest absent before the first statement
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerHeadView(@Nullable LedgerHeadStatement newest) {}
