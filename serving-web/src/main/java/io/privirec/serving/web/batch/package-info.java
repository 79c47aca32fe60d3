/// Batches over HTTP: a line of JSON for each request, a line for each answer, in bounded memory
/// whoever sends or reads how slowly. Entry type: [io.privirec.serving.web.batch.BatchStreams]. A
/// service says what a line asks for ([io.privirec.serving.web.batch.LineAnswers]).
@NullMarked
package io.privirec.serving.web.batch;

import org.jspecify.annotations.NullMarked;
