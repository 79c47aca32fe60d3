package io.privirec.client.interactions;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.interactions.ImportRefusal.Fault;
import io.privirec.client.participant.Holdings;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ImportReport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Imports CSV `user,item[,rating]`, all or nothing, streaming. A first line that is exactly the
/// column names is skipped, empty lines are too. Items must be in the newest catalogue.
public final class InteractionImport {
  /// After so many faults the rest of the file is not looked at.
  static final int MAX_FAULTS = 20;

  private final InteractionStore store;
  private final Catalogues catalogues;

  public InteractionImport(InteractionStore store, Catalogues catalogues) {
    this.store = store;
    this.catalogues = catalogues;
  }

  /// Imports from a stream.
  ///
  /// @throws ImportRefusal if a line is wrong or there is none; nothing was stored
  public ImportReport csv(ParticipantId participant, InputStream in) throws IOException {
    Reading reading = new Reading(catalogues.newest(), new CsvLines(in));
    long added = store.add(participant, reading);
    Holdings.Totals totals = store.totals(participant);
    return new ImportReport(
        participant.value(),
        reading.rows,
        added,
        reading.rows - added,
        totals.users(),
        totals.interactions());
  }

  /// One pass over one file.
  private static final class Reading implements InteractionStore.Feed {
    private final Catalogue catalogue;
    private final CsvLines lines;
    private final List<Fault> faults = new ArrayList<>();
    private long rows;

    Reading(Catalogue catalogue, CsvLines lines) {
      this.catalogue = catalogue;
      this.lines = lines;
    }

    @Override
    public void into(InteractionStore.Sink sink) throws IOException {
      boolean more = true;
      while (more && faults.size() < MAX_FAULTS) {
        try {
          more = row(sink);
        } catch (BrokenLineException e) {
          faults.add(new Fault(lines.number(), false, e.why()));
        }
      }
      if (!faults.isEmpty()) {
        throw new ImportRefusal.WrongLines(faults);
      }
      if (rows == 0) {
        throw new ImportRefusal.Empty();
      }
    }

    private boolean row(InteractionStore.Sink sink) throws IOException, BrokenLineException {
      @Nullable String line = lines.next();
      if (line == null) {
        return false;
      }
      if (line.isEmpty() || (lines.number() == 1 && CsvRow.isHeader(line))) {
        return true;
      }
      CsvRow row = CsvRow.parse(line);
      OptionalInt item = catalogue.indexOf(row.item());
      if (item.isEmpty()) {
        String why = "item is not in catalogue version " + catalogue.version() + ": " + row.item();
        faults.add(new Fault(lines.number(), true, why));
      } else if (faults.isEmpty()) {
        sink.add(row.user(), item.getAsInt());
      }
      rows++;
      return true;
    }
  }
}
