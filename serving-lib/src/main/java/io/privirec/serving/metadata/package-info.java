/// Which items a filter lets through at a time. Entry:
/// [io.privirec.serving.metadata.CurrentMetadata].
@NullMarked
package io.privirec.serving.metadata;

import org.jspecify.annotations.NullMarked;
