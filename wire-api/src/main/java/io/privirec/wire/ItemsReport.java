package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;

/// How many items an upload of metadata has set.
public record ItemsReport(@Schema(example = "2") int items) {}
