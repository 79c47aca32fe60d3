/// Who may call what: the admin token, the participants' request tokens, default deny.
@NullMarked
package io.privirec.edge.auth;

import org.jspecify.annotations.NullMarked;
