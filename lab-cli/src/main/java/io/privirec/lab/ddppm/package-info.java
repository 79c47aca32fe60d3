/// Studies of the decentralised power method: what it finds, and what a peer's view tells of a row.
@NullMarked
package io.privirec.lab.ddppm;

import org.jspecify.annotations.NullMarked;
