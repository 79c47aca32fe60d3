/**
 * Batches over HTTP: a line of JSON for each request, a line for each answer, in bounded memory
 * whoever sends or reads how slowly. Entry type: {@link
 * io.privirec.serving.web.batch.BatchStreams}. A service says what a line asks for ({@link
 * io.privirec.serving.web.batch.LineAnswers}).
 */
@NullMarked
package io.privirec.serving.web.batch;

import org.jspecify.annotations.NullMarked;
