package io.privirec.lab.privacy;

import io.privirec.lab.experiment.UtilityCommand;
import io.privirec.operator.account.AccountCommand;
import picocli.CommandLine.Command;

/// `lab privacy`: what noise protects.
@Command(
    name = "privacy",
    mixinStandardHelpOptions = true,
    description = "What noise protects, by the same code as releases and ledgers.",
    subcommands = {AccountCommand.class, UtilityCommand.class})
public final class PrivacyCommand {}
