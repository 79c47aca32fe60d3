package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.2.3,10.1.2.3",
    "2001:db8:1:2:3:4:5:6,20010db800010002",
    "2001:db8:1:2::9,20010db800010002",
    "nonsense,nonsense",
  })
  void address_isItsNetwork(String address, String network) {
    assertThat(Network.of(address).name()).isEqualTo(network);
    assertThat(Network.of(address).toString()).doesNotContain(network);
  }
}
