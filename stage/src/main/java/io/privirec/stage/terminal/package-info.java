/// What a command shows a person while it runs.
@NullMarked
package io.privirec.stage.terminal;

import org.jspecify.annotations.NullMarked;
