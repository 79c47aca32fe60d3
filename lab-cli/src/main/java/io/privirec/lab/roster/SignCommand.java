package io.privirec.lab.roster;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab roster sign`.
@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Signs a roster and prints it: a first one from --members, or the next version of an earlier one"
          + " with changes.",
      "Exit status: 0, or 2 for an option or a file that cannot be used."
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
      description = "Participants to add, one line each: id, space, identity key.")
  private @Nullable Path members;

  @Option(
      names = "--add",
      paramLabel = "ID=KEY",
      description = "One participant to add; may be repeated.")
  private List<String> added = List.of();

  @Option(
      names = "--remove",
      paramLabel = "ID",
      description = "One participant to leave out; may be repeated. A changed key is both.")
  private List<String> removed = List.of();

  @Option(
      names = "--roster-version",
      paramLabel = "N",
      description = "Default: one more than that of --from, else 1.")
  private @Nullable Integer version;

  @Override
  public Integer call() {
    try {
      IdentityKeyPair signer = RosterKeyFile.read(key);
      PrintWriter out = spec.commandLine().getOut();
      out.print(SignedRoster.sign(next(signer), signer).text());
      // Only lines are flushed by themselves, and the process may end next.
      out.flush();
      return 0;
    } catch (UnusableException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + e.getMessage(), e);
    }
  }

  private Roster next(IdentityKeyPair signer) throws IOException, UnusableException {
    SortedMap<ParticipantId, PublicIdentityKey> listed = new TreeMap<>();
    int before = 0;
    if (from != null) {
      SignedRoster earlier = RosterFiles.signed(from);
      if (!earlier.isSignedBy(signer.publicKey())) {
        throw new UnusableException(from + " is not signed by this key");
      }
      before = earlier.roster().version();
      earlier.roster().members().forEach(member -> listed.put(member.id(), member.identityKey()));
    }
    for (String id : removed) {
      if (listed.remove(new ParticipantId(id)) == null) {
        throw new UnusableException("--remove: %s is not on the roster".formatted(id));
      }
    }
    if (members != null) {
      RosterFiles.addMembers(members, listed);
    }
    for (String one : added) {
      RosterFiles.addMember(one, "=", listed);
    }
    int next = version == null ? before + 1 : version;
    if (next <= before) {
      throw new UnusableException(
          "--roster-version must be above %d, that of --from. Provided value: %d"
              .formatted(before, next));
    }
    List<CohortMember> all = new ArrayList<>();
    listed.forEach((id, identityKey) -> all.add(new CohortMember(id, identityKey)));
    return Roster.ofOneCell(next, all);
  }
}
