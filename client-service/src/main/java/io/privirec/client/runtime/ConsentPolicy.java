package io.privirec.client.runtime;

/// Who consents to sessions.
///
/// @param byItself whether participants join sessions without somebody's approval, but for those
///   that open pairs of items of single users
/// @param maxWaiting how many sessions may wait for approval, per participant
record ConsentPolicy(boolean byItself, int maxWaiting) {}
