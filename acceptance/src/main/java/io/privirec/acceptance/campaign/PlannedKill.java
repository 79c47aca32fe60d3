package io.privirec.acceptance.campaign;

import java.time.Duration;
import java.util.Optional;

/// One kill as the seed draws it, before anything has run.
///
/// @param number from 1
/// @param service 0 for the coordinator, else the number of a client-service
/// @param aim what must be going on; empty: whatever is
/// @param after how long to wait once that is so; without an aim, after the kill before
/// @param settled whether other services are let recover first
/// @param pick which of several processes, taken modulo their number
record PlannedKill(
    int number,
    Target target,
    int service,
    Optional<Moment> aim,
    Duration after,
    boolean settled,
    int pick) {}
