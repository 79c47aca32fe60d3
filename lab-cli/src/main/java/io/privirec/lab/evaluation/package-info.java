/// How good recommendations are: of the running service, of the same filter computed on all data in
/// one place, and of plain popularity. The users and the metrics are the same for all.
@NullMarked
package io.privirec.lab.evaluation;

import org.jspecify.annotations.NullMarked;
