/// `privirec privacy account`: what noise protects, by the same code as releases and ledgers.
@NullMarked
package io.privirec.operator.account;

import org.jspecify.annotations.NullMarked;
