/// Requests for sessions: checks them, settles their parameters and terms, and computes their cost,
/// before a session is stored. Entry type: [SessionDrafts].
@NullMarked
package io.privirec.coordinator.draft;

import org.jspecify.annotations.NullMarked;
