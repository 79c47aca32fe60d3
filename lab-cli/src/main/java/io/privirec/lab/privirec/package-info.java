/// PriviRec's models: graph filters, and how they are made and measured.
@NullMarked
package io.privirec.lab.privirec;

import org.jspecify.annotations.NullMarked;
