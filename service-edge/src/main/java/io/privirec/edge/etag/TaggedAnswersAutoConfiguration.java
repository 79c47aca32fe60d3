package io.privirec.edge.etag;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/// Tags of answers, by the JSON that they are written as.
@AutoConfiguration
@Import(TaggedAnswers.class)
class TaggedAnswersAutoConfiguration {}
