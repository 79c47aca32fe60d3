package io.privirec.lab.run;

import io.privirec.stage.process.ServiceFailedException;
import java.io.IOException;

/// What happens when a service ends while something runs on it.
public interface ServiceCare {
  /// Looks at every service; to be called now and then.
  ///
  /// @throws ServiceFailedException when one has ended that nothing goes on without
  void look() throws ServiceFailedException, IOException, InterruptedException;
}
