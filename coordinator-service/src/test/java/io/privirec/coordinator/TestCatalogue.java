package io.privirec.coordinator;

import io.privirec.wire.CatalogueVersion;

/// A catalogue to run sessions over; made once per service.
record TestCatalogue(int items) {
  private static final int ITEMS = 40;

  static TestCatalogue ensure(Api api) {
    Api.Answer latest = api.get("/v1/catalogue");
    if (latest.status() == 200) {
      return new TestCatalogue(latest.as(CatalogueVersion.class).items());
    }
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ITEMS; i++) {
      lines
          .append("{\"id\":\"item-")
          .append(i)
          .append("\",\"title\":\"Item ")
          .append(i)
          .append("\"}\n");
    }
    return new TestCatalogue(
        api.adminNdjson("/v1/catalogue/versions", lines.toString())
            .as(CatalogueVersion.class)
            .items());
  }
}
