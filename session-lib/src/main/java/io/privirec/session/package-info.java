/// From the parameters of a session, as the API names them, to its algorithm.
///
/// Entry type: [io.privirec.session.SessionAlgorithms]. How an algorithm works belongs to
/// federation-lib, how its parameters look in JSON to wire-api; no frameworks here.
@NullMarked
package io.privirec.session;

import org.jspecify.annotations.NullMarked;
