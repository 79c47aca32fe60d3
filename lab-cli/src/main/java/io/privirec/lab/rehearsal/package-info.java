/// `lab rehearse`: a deployment on one machine that sums made-up vectors, while memory and disk are
/// watched. Entry: [RehearseCommand]. How services are started and sessions followed is in `run`.
@NullMarked
package io.privirec.lab.rehearsal;

import org.jspecify.annotations.NullMarked;
