package io.privirec.client;

import io.privirec.edge.Service;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import java.security.SecureRandom;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/// The process beside a holder's data: keeps it, takes part in sessions with it, recommends from
/// it.
@SpringBootApplication
@ConfigurationPropertiesScan
@OpenAPIDefinition(
    info =
        @Info(
            title = "PriviRec client",
            version = "1",
            license = @License(name = "Apache License 2.0", identifier = "Apache-2.0"),
            description =
                "Keeps a holder's interactions, takes part in sessions with them, and recommends from"
                    + " them at home."))
public class ClientApplication {
  public static void main(String[] arguments) {
    Service.run(ClientApplication.class, arguments);
  }

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }
}
