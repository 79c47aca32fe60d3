/// Commands for whoever checks what noise protects. Needs no service, no data and no network.
@NullMarked
package io.privirec.lab.privacy;

import org.jspecify.annotations.NullMarked;
