/** The coordinator: participants, catalogue, sessions, rounds, releases. */
@NullMarked
package io.privirec.coordinator;

import org.jspecify.annotations.NullMarked;
