package io.privirec.coordinator.catalogue;

/// Why items are not taken, or a version cannot be given. The message is a sentence for the caller.
public final class CatalogueRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_VERSION,
    BROKEN_LINE,
    ITEM_EXISTS,
    NO_ITEMS
  }

  private final Reason reason;

  public CatalogueRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
