/// Enrolment over HTTP, and the key lookup behind request tokens.
@NullMarked
package io.privirec.coordinator.participant.web;

import org.jspecify.annotations.NullMarked;
