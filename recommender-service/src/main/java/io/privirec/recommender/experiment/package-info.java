/// How subjects are split over the arms of an experiment. Entry type: [Experiment].
@NullMarked
package io.privirec.recommender.experiment;

import org.jspecify.annotations.NullMarked;
