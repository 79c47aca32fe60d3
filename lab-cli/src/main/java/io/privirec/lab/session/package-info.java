/// Sessions in this process: their parameters as a coordinator settles them, a cohort, and the
/// memory and disk that an experiment needs.
@NullMarked
package io.privirec.lab.session;

import org.jspecify.annotations.NullMarked;
