package io.privirec.lab.roster;

import picocli.CommandLine.Command;

/// `lab roster`: what the keeper of a roster does.
@Command(
    name = "roster",
    mixinStandardHelpOptions = true,
    description =
        "The list of participants and cells that holders accept, signed by a key that is not the operator's.",
    subcommands = {
      KeygenCommand.class,
      SignCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      ShowCommand.class
    })
public final class RosterCommand {}
