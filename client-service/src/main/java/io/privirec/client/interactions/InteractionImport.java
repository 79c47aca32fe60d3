package io.privirec.client.interactions;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.interactions.ImportRefusal.Fault;
import io.privirec.client.interactions.InteractionStore.HolderNames;
import io.privirec.client.participant.Holdings;
import io.privirec.client.roster.Rosters;
import io.privirec.filter.data.FileFormat;
import io.privirec.filter.data.Interaction;
import io.privirec.filter.data.InteractionReader;
import io.privirec.filter.data.ReadingReport;
import io.privirec.filter.data.TooMuchTextException;
import io.privirec.filter.lines.BrokenLineException;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ImportReport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedSet;
import org.springframework.stereotype.Component;

/// Imports interactions as [InteractionReader] reads them, all or nothing, streaming. Items must be
/// in the newest catalogue. Of a pair that is repeated or was there before, the newest line counts.
@Component
record InteractionImport(InteractionStore store, Catalogues catalogues, Rosters rosters) {
  /// After so many faults the rest of the file is not looked at.
  static final int MAX_FAULTS = 20;

  /// Imports from a stream.
  ///
  /// @throws ImportRefusal if a line is wrong or there is none; nothing was stored
  ImportReport read(ParticipantId participant, InputStream in, FileFormat format)
      throws IOException {
    Reading reading = new Reading(catalogues.newest(), new InteractionReader(in, format));
    long added = store.add(participant, reading, () -> namesOfHolder(participant));
    Holdings.Totals totals = store.totals(participant);
    ReadingReport report = reading.reader.report();
    return new ImportReport(
        participant.value(),
        reading.rows,
        added,
        reading.rows - added,
        totals.users(),
        totals.interactions(),
        report.skippedLines(),
        report.skipped().stream()
            .map(line -> new ImportReport.SkippedLine(line.line(), line.why()))
            .toList(),
        report.ignoredColumns());
  }

  private HolderNames namesOfHolder(ParticipantId participant) {
    // First: from here on no roster is taken until the import ends.
    SortedSet<ParticipantId> others = rosters.othersOfHolder(participant);
    return new HolderNames(rosters.namesOf(participant), others);
  }

  /// One pass over one file.
  private static final class Reading implements InteractionStore.Feed {
    private final Catalogue catalogue;
    private final InteractionReader reader;
    private final List<Fault> faults = new ArrayList<>();
    private long rows;

    Reading(Catalogue catalogue, InteractionReader reader) {
      this.catalogue = catalogue;
      this.reader = reader;
    }

    @Override
    public void into(InteractionStore.Sink sink) throws IOException {
      boolean more = true;
      while (more && faults.size() < MAX_FAULTS) {
        try {
          Interaction next = reader.next();
          more = next != null;
          if (next != null) {
            take(next, sink);
          }
        } catch (TooMuchTextException e) {
          throw new ImportRefusal.TooMuchText(e);
        } catch (BrokenLineException e) {
          faults.add(new Fault(e.line(), false, e.getMessage()));
        }
      }
      if (!faults.isEmpty()) {
        throw new ImportRefusal.WrongLines(faults);
      }
      if (rows == 0) {
        throw new ImportRefusal.Empty();
      }
    }

    private void take(Interaction interaction, InteractionStore.Sink sink) {
      OptionalInt item = catalogue.indexOf(interaction.item());
      if (item.isEmpty()) {
        faults.add(
            new Fault(
                reader.line(),
                true,
                "item is not in catalogue version %s: %s"
                    .formatted(catalogue.version(), interaction.item())));
      } else if (faults.isEmpty()) {
        sink.add(interaction, item.getAsInt());
      }
      rows++;
    }
  }
}
