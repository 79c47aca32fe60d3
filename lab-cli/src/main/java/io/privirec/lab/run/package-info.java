/// `lab run`: the whole platform on one machine, from a data set to recommendations and their
/// quality. Entry: [RunCommand]. What other commands need to run sessions on services of their own
/// is public: [Lifecycle], [Deployment], [Cohort], [SessionRun].
@NullMarked
package io.privirec.lab.run;

import org.jspecify.annotations.NullMarked;
