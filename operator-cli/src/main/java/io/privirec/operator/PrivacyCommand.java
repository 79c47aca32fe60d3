package io.privirec.operator;

import io.privirec.operator.account.AccountCommand;
import picocli.CommandLine.Command;

/// `privirec privacy`.
@Command(
    name = "privacy",
    mixinStandardHelpOptions = true,
    description = "What noise protects, by the same code as releases and ledgers.",
    subcommands = AccountCommand.class)
final class PrivacyCommand {}
