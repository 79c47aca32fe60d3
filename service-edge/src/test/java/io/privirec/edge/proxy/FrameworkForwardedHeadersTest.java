package io.privirec.edge.proxy;

import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "server.forward-headers-strategy=framework")
class FrameworkForwardedHeadersTest extends ForwardedHeadersTest {}
