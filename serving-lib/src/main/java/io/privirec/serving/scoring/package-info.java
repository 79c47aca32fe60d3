/// The kinds of models, and how each scores a history. Entry:
/// [io.privirec.serving.scoring.ReleasedModel].
@NullMarked
package io.privirec.serving.scoring;

import org.jspecify.annotations.NullMarked;
