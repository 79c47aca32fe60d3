package io.privirec.edge.proxy;

import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "server.forward-headers-strategy=native")
class NativeForwardedHeadersTest extends ForwardedHeadersTest {}
