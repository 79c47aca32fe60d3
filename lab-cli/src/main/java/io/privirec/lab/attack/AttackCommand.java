package io.privirec.lab.attack;

import io.privirec.lab.attack.sessions.SessionsCommand;
import picocli.CommandLine.Command;

/// `lab attack`.
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    description =
        "Attacks on what sessions open: what exact sums tell, and what noise leaves of it.",
    subcommands = {ReconstructCommand.class, MembershipCommand.class, SessionsCommand.class})
public final class AttackCommand {}
