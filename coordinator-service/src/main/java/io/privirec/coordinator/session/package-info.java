/// Sessions: one run of an algorithm over a cohort, driven from round to round until a release is
/// published or a reason not to is known. Entry type: [io.privirec.coordinator.session.Sessions].
/// How a round works belongs to rounds.
@NullMarked
package io.privirec.coordinator.session;

import org.jspecify.annotations.NullMarked;
