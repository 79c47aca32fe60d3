package io.privirec.operator.roster;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `privirec roster sign`.
@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Signs a roster and prints it: a first one from --members, or the next version of an earlier one"
          + " with changes. Before it signs, it checks what participants will check.",
      "Exit status: 0; 1 when participants would refuse the roster, which is then not printed; 2 for"
          + " an option or a file that cannot be used."
    })
final class SignCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "The roster key, made by keygen.")
  private Path key = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "The roster in force; it must be signed by the same key.")
  private @Nullable Path from;

  @Option(
      names = "--members",
      paramLabel = "FILE",
      description =
          "Participants to add, one line each: id, identity key, and the holder if it is"
              + " not the id.")
  private @Nullable Path members;

  @Option(
      names = "--add",
      paramLabel = "ID=KEY",
      description = "One participant to add; may be repeated.")
  private List<String> added = List.of();

  @Option(
      names = "--rename",
      paramLabel = "OLD=NEW",
      description = "Another name for a participant; may be repeated. Ids are never reused.")
  private List<String> renamed = List.of();

  @Option(
      names = "--address",
      paramLabel = "ID=URL",
      description =
          "Where others send messages to a participant; may be repeated. Without a URL: nowhere any"
              + " more, but through the coordinator.")
  private List<String> addresses = List.of();

  @Option(
      names = "--cell",
      paramLabel = "N=ID,ID,…",
      description =
          "A new cell with a new number; may be repeated. Current cells that share a member"
              + " with it become former ones. Without --from and --cell: one cell of everybody.")
  private List<String> formed = List.of();

  @Option(
      names = "--min",
      paramLabel = "N",
      description = "Minimum of the new cells, in holders; default: ${DEFAULT-VALUE}.")
  private int minimum = Cell.DEFAULT_MINIMUM;

  @Option(
      names = "--retire",
      paramLabel = "N",
      description = "A current cell that becomes a former one; may be repeated.")
  private List<Integer> retired = List.of();

  @Option(
      names = "--drop",
      paramLabel = "N",
      description =
          "A cell to forget, because nobody was ever asked to mask for it; participants"
              + " who were refuse the roster. May be repeated.")
  private List<Integer> dropped = List.of();

  @Option(
      names = "--waivers",
      paramLabel = "FILE",
      description = "Waivers and departure clauses to add, one line each, as holders send them.")
  private @Nullable Path waivers;

  @Option(
      names = "--roster-version",
      paramLabel = "N",
      description = "Default: one more than that of --from, else 1.")
  private @Nullable Integer version;

  @Override
  public Integer call() {
    try {
      IdentityKeyPair signer = RosterKeyFile.read(key);
      Optional<SignedRoster> earlier = earlier(signer);
      SignedRoster signed = SignedRoster.sign(next(earlier.map(SignedRoster::roster)), signer);
      RosterReview review = RosterReview.of(signed, signer.publicKey(), earlier, dropped);
      PrintWriter err = spec.commandLine().getErr();
      review.faults().forEach(err::println);
      review.notes().forEach(err::println);
      err.flush();
      if (!review.faults().isEmpty()) {
        return 1;
      }
      PrintWriter out = spec.commandLine().getOut();
      out.print(signed.text());
      // Only lines are flushed by themselves, and the process may end next.
      out.flush();
      return 0;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidOptionException(String.valueOf(e.getMessage()));
    }
  }

  private Optional<SignedRoster> earlier(IdentityKeyPair signer) {
    if (from == null) {
      return Optional.empty();
    }
    SignedRoster earlier = RosterFiles.signed(from);
    if (!earlier.isSignedBy(signer.publicKey())) {
      throw new InvalidOptionException(from + " is not signed by this key");
    }
    return Optional.of(earlier);
  }

  private Roster next(Optional<Roster> earlier) throws GeneralSecurityException {
    RosterDraft draft = new RosterDraft(earlier);
    for (String one : renamed) {
      String[] names = halves("--rename", one, "OLD=NEW");
      draft.rename(new ParticipantId(names[0]), new ParticipantId(names[1]));
    }
    if (members != null) {
      RosterFiles.addMembers(members, draft);
    }
    for (String one : added) {
      String[] idAndKey = halves("--add", one, "ID=KEY");
      draft.add(RosterFiles.member(idAndKey[0] + " " + idAndKey[1]));
    }
    for (String one : addresses) {
      String[] idAndUrl = halves("--address", one, "ID=URL");
      Optional<URI> address =
          Optional.of(idAndUrl[1]).filter(url -> !url.isEmpty()).map(URI::create);
      draft.place(new ParticipantId(idAndUrl[0]), address);
    }
    regroup(draft, earlier.isEmpty());
    if (waivers != null) {
      RosterFiles.addSignatures(waivers, draft);
    }
    return draft.roster(version(earlier.map(Roster::version).orElse(0)));
  }

  private void regroup(RosterDraft draft, boolean first) {
    for (int number : retired) {
      draft.retire(number);
    }
    for (int number : dropped) {
      draft.drop(number);
    }
    for (String one : formed) {
      String[] numberAndIds = halves("--cell", one, "N=ID,ID,…");
      if (!numberAndIds[0].matches("[1-9][0-9]{0,8}")) {
        throw new InvalidOptionException("--cell: a number must be in [1, 999999999]");
      }
      draft.form(
          Integer.parseInt(numberAndIds[0]),
          minimum,
          Arrays.stream(numberAndIds[1].split(",", -1))
              .map(ParticipantId::new)
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    if (first && formed.isEmpty()) {
      draft.formOfAll(minimum);
    }
  }

  private int version(int before) {
    int next = version == null ? before + 1 : version;
    if (next <= before) {
      throw new InvalidOptionException(
          "--roster-version must be above %s, that of --from. Provided value: %s"
              .formatted(before, next));
    }
    return next;
  }

  private static String[] halves(String option, String text, String form) {
    int at = text.indexOf('=');
    if (at < 0) {
      throw new InvalidOptionException("%s: expected %s".formatted(option, form));
    }
    return new String[] {text.substring(0, at), text.substring(at + 1)};
  }
}
