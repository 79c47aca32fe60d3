package io.privirec.round.circle.there;

import io.privirec.round.circle.back.Back;

/// One half of a circle that the rules must find.
public record There(Back back) {}
