package io.privirec.client;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// The process beside a holder's data: keeps it, takes part in sessions with it, recommends from
/// it.
@SpringBootApplication
@ConfigurationPropertiesScan
public class ClientApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(ClientApplication.class, arguments);
  }
}
