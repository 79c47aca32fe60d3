/// What the lab knows of a family of algorithms, and what families share: parameters as a session
/// settles them, a cohort in this process, what an experiment has room for.
@NullMarked
package io.privirec.lab.family;

import org.jspecify.annotations.NullMarked;
