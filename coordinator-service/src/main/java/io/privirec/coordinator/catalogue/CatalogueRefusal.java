package io.privirec.coordinator.catalogue;

/// Why items are not taken, or a version cannot be given. The message is a sentence for the caller.
public abstract sealed class CatalogueRefusal extends RuntimeException {
  private CatalogueRefusal(String detail) {
    super(detail);
  }

  public static final class UnknownVersion extends CatalogueRefusal {
    UnknownVersion(int version) {
      super("No catalogue version " + version);
    }
  }

  public static final class BrokenLine extends CatalogueRefusal {
    BrokenLine(long number, String why) {
      super("Line " + number + " " + why);
    }
  }

  public static final class ItemExists extends CatalogueRefusal {
    public ItemExists(long number) {
      super("Line " + number + " has an id that the catalogue has already");
    }
  }

  public static final class NoItems extends CatalogueRefusal {
    public NoItems() {
      super("The upload holds no items");
    }
  }
}
