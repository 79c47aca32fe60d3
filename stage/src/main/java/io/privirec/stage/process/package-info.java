/// Services as operating-system processes: started, watched, measured and stopped, with nothing
/// left behind. Knows nothing of what the services do. Entry: [Supervisor].
@NullMarked
package io.privirec.stage.process;

import org.jspecify.annotations.NullMarked;
