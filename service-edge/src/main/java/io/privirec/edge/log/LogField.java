package io.privirec.edge.log;

/// Names of the fields that a line of the log has beside its sentence, when it is of an event: with
/// `logging.structured.format.console=ecs` they are fields of its JSON. The values are ids and
/// counts that the API shows; never secrets, users or items.
public final class LogField {
  /// What happened, of the Elastic Common Schema: `session-published`.
  public static final String ACTION = "event.action";

  public static final String SESSION = "privirec.session";

  /// The index of a round in its session.
  public static final String ROUND = "privirec.round";

  public static final String ATTEMPT = "privirec.attempt";

  public static final String PARTICIPANT = "privirec.participant";

  /// How many participants.
  public static final String PARTICIPANTS = "privirec.participants";

  public static final String ALGORITHM = "privirec.algorithm";

  public static final String RELEASE = "privirec.release";

  /// The version of a model.
  public static final String MODEL = "privirec.model";

  /// A code of a failure.
  public static final String REASON = "privirec.reason";

  private LogField() {}
}
