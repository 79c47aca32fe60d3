/// Factor models in the lab, whichever algorithm made them, and what they are compared with.
@NullMarked
package io.privirec.lab.factor;

import org.jspecify.annotations.NullMarked;
