package io.privirec.coordinator.round;

import io.privirec.edge.postgres.sealed.SealedColumn;
import io.privirec.edge.sealing.SealedRows;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class RoundPersistenceConfiguration {
  @Bean
  SealedRows roundEventRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "round_event",
        "sealed",
        List.of("round_id", "seq"),
        key -> SealedEvents.place(key.get(0), key.get(1)));
  }
}
