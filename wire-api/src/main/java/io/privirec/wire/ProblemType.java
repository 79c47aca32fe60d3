package io.privirec.wire;

/// Every kind of problem the services answer with, as RFC 9457 problem details.
///
/// The [#code()] is stable: clients may switch on it. The [#type()] is a path that every service
/// answers itself: `GET /problems/wrong-phase` tells what the problem means.
public enum ProblemType {
  /// The request is syntactically broken: JSON, query or path that cannot be read.
  MALFORMED_REQUEST(400, "Malformed request", "The JSON cannot be read at line 1, column 14"),
  /// A field or parameter has a value outside its stated range.
  INVALID_VALUE(422, "Invalid value", "k must be less than or equal to 500"),
  /// No or unusable credentials.
  UNAUTHENTICATED(401, "Authentication required", "Send the admin token as a bearer token"),
  /// The credentials do not allow this.
  FORBIDDEN(403, "Forbidden", "The credentials do not allow this"),
  /// The one-time enrolment token is unknown, expired or used.
  ENROLMENT_TOKEN_REFUSED(403, "Enrolment token refused", "The token is unknown, expired or used"),
  /// No such resource.
  NOT_FOUND(404, "Not found", "There is nothing here"),
  METHOD_NOT_ALLOWED(405, "Method not allowed", "Only GET is allowed here"),
  NOT_ACCEPTABLE(406, "Not acceptable", "There is no representation that Accept allows"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", "Send application/json"),
  /// The body came in too slowly.
  REQUEST_TIMEOUT(408, "Request timeout", "The body came in too slowly"),
  LENGTH_REQUIRED(411, "Length required", "Content-Length is required"),
  PAYLOAD_TOO_LARGE(413, "Payload too large", "The body is larger than is taken here"),
  RANGE_NOT_SATISFIABLE(416, "Range not satisfiable", "The file does not have this range"),
  TOO_MANY_REQUESTS(429, "Too many requests", "Wait for as many seconds as Retry-After says"),
  INTERNAL_ERROR(
      500, "Internal error", "An unexpected failure; the service's log has it under the traceId"),
  UNAVAILABLE(503, "Unavailable", "The database cannot be reached"),
  /// The request waited so long for a thread that its answer would be late.
  OVERLOADED(503, "Overloaded", "More requests arrive than the service can answer in time"),
  /// The disk is full, or what the operator allows of it is taken.
  STORAGE_FULL(507, "Storage full", "The disk is fuller than the operator allows"),
  /// A model needs more memory than the process has free.
  MEMORY_FULL(507, "Memory full", "The release needs about 900 MiB of heap, and 312 MiB are free"),
  /// Stored state was sealed with an encryption key that this process does not have.
  ENCRYPTION_KEY_MISSING(
      503,
      "Encryption key missing",
      "Stored state was sealed with key k-2, which this replica does not have"),

  UNKNOWN_PARTICIPANT(404, "Unknown participant", "No such participant"),
  PARTICIPANT_EXISTS(
      409, "Participant exists", "A participant of this id is enrolled with another key"),
  BAD_SIGNATURE(422, "Bad signature", "The signature is not by this identity key"),
  COORDINATOR_KEY_MISMATCH(
      502, "Another coordinator key", "The coordinator's key is not the configured one"),

  NO_ROSTER(404, "No roster", "No roster is in force"),
  ROSTER_KEY_MISSING(409, "No roster key", "No roster key is configured"),
  MALFORMED_ROSTER(422, "Malformed roster", "Line 3 is not a member"),
  OUTDATED_ROSTER(409, "Outdated roster", "A roster of version 7 is in force"),
  /// Another text of this roster version was taken before.
  ROSTER_CONFLICT(409, "Roster conflict", "Another text of version 7 is in force"),
  /// The cohort is no union of current cells of the roster.
  NOT_WHOLE_CELLS(422, "Not whole cells", "Cell 2 lacks shop-c"),
  /// A participant is enrolled with another key than the roster has.
  ROSTER_KEY_MISMATCH(
      409, "Another key in the roster", "The roster has another identity key for shop-a"),
  /// The roster gives a name to another participant than an earlier roster.
  NAME_REUSED(
      409, "Name of another participant", "An earlier roster states that shop-a was shop-b"),
  /// Too few holders could be told from the others, and not all of them have signed a waiver.
  ATOM_TOO_SMALL(422, "Atom too small", "shop-a,shop-b would be told apart: a waiver lacks shop-b"),
  /// The roster lacks the line of a participant whose data was in a sum.
  LINE_MISSING(409, "Line missing", "The roster has no line for shop-a, whose data was in a sum"),
  /// The roster gives the key of a participant to another participant.
  KEY_REUSED(
      409,
      "Key of another participant",
      "An earlier roster lists the key of shop-b as the key of shop-a"),
  /// The roster lacks a cell that a sum was masked for.
  CELL_MISSING(409, "Cell missing", "A sum was masked for cell 1, which the roster must list"),
  /// A cell that a sum was masked for has other members or another minimum in the roster.
  CELL_CHANGED(409, "Cell changed", "Cell 1 was masked for with other members"),
  /// A waiver or a departure clause is not its signer's.
  BAD_WAIVER(422, "Bad waiver", "A waiver is not signed by shop-a for this roster key"),
  /// A newer roster is in force.
  ROSTER_SUPERSEDED(409, "Roster superseded", "Version 8 of the roster is in force"),

  CATALOGUE_MISSING(409, "No catalogue yet", "No catalogue was uploaded yet"),
  ITEM_EXISTS(409, "Item exists", "Line 2: the item is in the catalogue already"),
  UNKNOWN_ITEM(422, "Unknown item", "items: the catalogue has no such item"),
  BROKEN_LINE(422, "Broken line", "Line 2 cannot be read"),
  /// A holder's participants must have disjoint users: epsilon counts for a user and a holder.
  USER_AT_OTHER_PARTICIPANT(
      409,
      "User at another participant",
      "2 users of the import are at another participant of the same holder, the first in row 3"),
  EMPTY_DATASET(422, "Empty dataset", "The body has no line"),

  UNKNOWN_SESSION(404, "Unknown session", "No session of this id"),
  UNKNOWN_ALGORITHM(422, "Unknown algorithm", "The algorithm is not offered"),
  COHORT_TOO_SMALL(422, "Cohort too small", "A session needs at least 3 participants"),
  COHORT_TOO_LARGE(422, "Cohort too large", "A complete graph takes at most 64 participants"),
  CAPACITY_EXCEEDED(422, "Ring capacity exceeded", "The sum needs 66 bits, the ring has 64"),
  STAGING_BUDGET_EXCEEDED(
      422, "Staging budget exceeded", "The contributions need more disk than the staging budget"),
  HEAP_EXCEEDED(422, "Heap exceeded", "The plan needs 5 GB of heap, and 4 GB may be used"),
  /// Somebody's account in the ledger has no room for the sums of the session.
  PRIVACY_BUDGET_EXCEEDED(
      409,
      "Privacy budget exceeded",
      "3 participants, among them shop-a: epsilon 1.0 at delta 1.0E-6 is asked for; 7.9 of 8.0 are"
          + " spent or reserved in the period, and with it 8.1 would be"),
  SESSION_OVER(409, "Session over", "The session has ended"),
  /// Of participants that compute among themselves: it may be sent again.
  PEER_MESSAGE_EARLY(
      409, "Peer message early", "The message is of a step that the recipient comes to later"),
  /// Of participants that compute among themselves: who sent it is none of them, or lies.
  PEER_MESSAGE_REFUSED(403, "Peer message refused", "An envelope does not open"),
  /// The participants of this session compute nothing among themselves.
  SESSION_WITHOUT_PEERS(
      409, "Session without peers", "Participants do not meet in a session of this algorithm"),
  /// The session did not fail because a sum was out of range.
  NOT_OUT_OF_RANGE(
      409, "No sum out of range", "The session did not fail because a sum was out of range"),
  /// There is only one cell: whose contribution it is cannot be told without opening less.
  SINGLE_CELL(409, "A single cell", "The session has one cell: nothing smaller may be summed"),
  APPROVAL_NOT_PENDING(409, "Nothing to approve", "No session of this name waits for approval"),
  /// Only sums without noise have an exposure.
  SUMS_WITH_NOISE(409, "Sums with noise", "The sums of the session carry noise: see its epsilon"),
  /// No person has seen how many users the sums without noise tell.
  EXPOSURE_NOT_MEASURED(409, "Exposure not measured", "Measure the exposure before you approve"),
  /// The approval names other cells than the session.
  CONSENT_MISMATCH(409, "Consent mismatch", "The session asks for cells 1,2"),
  /// The frozen data that the session is over is lost or was changed.
  SNAPSHOT_MISMATCH(409, "Snapshot mismatch", "The frozen data is missing"),
  /// The session is over data of a time before that of the newest snapshot.
  SNAPSHOT_SUPERSEDED(
      409,
      "Snapshot superseded",
      "The session is over data as of 2026-01-01T03:00:00Z; a snapshot as of 2026-01-02T03:00:00Z was frozen since"),
  /// Ledger and database, of the coordinator or of a participant, contradict each other.
  LEDGER_LOCKED(
      409, "Ledger locked", "The ledger has 3 entries, and its head counts 7: reconcile it first"),
  LEDGER_NOT_LOCKED(409, "Ledger not locked", "The ledger of shop-a is not locked"),
  /// There is no copy of the ledger, or it is no better.
  LEDGER_COPY_UNUSABLE(409, "No usable copy", "No copy of the ledger is kept"),
  /// The sum alone is above the holder's limit.
  SUM_EPSILON_EXCEEDED(
      409,
      "Epsilon of a sum exceeded",
      "The sum has epsilon 9.4 at delta 1.0E-6, and a sum may have 2.0"),
  /// The sums of the session together are above the holder's limit.
  SESSION_EPSILON_EXCEEDED(
      409,
      "Epsilon of a session exceeded",
      "The session has epsilon 4.1 at delta 1.0E-6, and a session may have 3.0"),
  /// The sums of the holder's period would be above its limit.
  PERIOD_EPSILON_EXCEEDED(
      409,
      "Epsilon of the period exceeded",
      "Epsilon 1.1 at delta 1.0E-6 is asked for; 7.9 of 8.0 are spent or reserved in the period, and with it 8.2 would be"),
  /// The sums since the ledger began would be above the holder's limit.
  LIFETIME_EPSILON_EXCEEDED(
      409,
      "Epsilon for life exceeded",
      "Epsilon 1.1 at delta 1.0E-6 is asked for; 15.9 of 16.0 are spent or reserved since the ledger began, and with it 16.1 would be"),
  /// The newest snapshot is too young; a later try works.
  SNAPSHOT_TOO_EARLY(
      409,
      "Too early for another snapshot",
      "The last snapshot is younger than privirec.client.min-interval: approve from 2026-01-02T23:00:00Z on"),
  /// The session is over data of a time that is not yet.
  DATA_TIME_AHEAD(
      409,
      "Time of the data is ahead",
      "The session is over data as of 2026-01-02T04:00:00Z, and it is 2026-01-02T03:00:00Z here"),

  UNKNOWN_ROUND(404, "Unknown round", "No round of this id"),
  NOT_IN_COHORT(403, "Not in the cohort", "The round is not this participant's"),
  WRONG_PHASE(409, "Wrong phase", "The round collects masked input; shares are no longer taken"),
  MESSAGE_CONFLICT(
      409,
      "Message conflicts with an earlier one",
      "Another message was sent before in this phase"),
  MALFORMED_MESSAGE(422, "Malformed protocol message", "The body is not the message expected here"),
  WRONG_LENGTH(422, "Wrong length", "The chunk has 8388608 bytes, not 4194304"),
  DIGEST_MISMATCH(422, "Digest mismatch", "The body is not what its digest says"),
  CHUNK_CONFLICT(
      409, "Chunk conflicts with an earlier one", "Other bytes were staged for this chunk"),
  CHUNKS_MISSING(409, "Chunks missing", "2 chunks have not arrived"),
  /// The chunk may be uploaded later, when others have caught up.
  OUTSIDE_WINDOW(429, "Outside the upload window", "Chunks before 4 may be uploaded now"),
  /// The recipient of an envelope has to take some others first.
  MAILBOX_FULL(429, "Mailbox full", "At most 1024 envelopes wait for one recipient"),
  OUT_OF_BOUND(422, "Value out of bound", "A value is outside the round's bound"),

  UNKNOWN_RELEASE(
      404, "Unknown release", "Neither this service nor the coordinator has this release"),
  NO_RELEASE(404, "No release yet", "Nothing was published yet"),
  MODEL_NOT_LOADED(503, "Model not loaded", "No verified release is loaded yet"),
  /// Exact scores were asked for, and the model has no factored form here.
  EXACT_UNAVAILABLE(
      409,
      "Exact scores unavailable",
      "The model has no factored form, or the service does not keep it"),
  UNKNOWN_JOB(404, "Unknown job", "There is no job of this id"),
  /// The job has no result: it is not done, or has failed.
  NO_RESULT(409, "No result", "The job is not done, or has failed"),
  UNKNOWN_MODEL(404, "Unknown model", "No model of this version is loaded: see GET /v1/models"),
  /// A rollback, and no model was active before this one.
  NO_PREVIOUS_MODEL(409, "No previous model", "No loaded model was active before this one"),
  /// The model answers somebody: it is active, a shadow, or of an experiment's arm.
  MODEL_IN_USE(409, "Model in use", "it is the active model: activate another one first"),
  /// As many models are loaded as may be, and each of them answers somebody.
  TOO_MANY_MODELS(409, "Too many models", "3 models are loaded, and each of them answers somebody"),
  UNKNOWN_EXPERIMENT(
      404, "Unknown experiment", "No experiment of this name runs: see GET /v1/experiments"),
  TOO_MANY_EXPERIMENTS(409, "Too many experiments", "8 experiments run, as many as may"),
  /// The release is not what the coordinator's key signed. The release is of a kind that the
  /// recommender's operator does not accept.
  RELEASE_NOT_ACCEPTED(
      409,
      "Release not accepted",
      "r-1 is a no-noise release, and privirec.recommender.accept is private"),
  RELEASE_REFUSED(502, "Release refused", "The release does not verify: digest-mismatch"),
  UNKNOWN_USER(404, "Unknown user", "No user of this id"),
  AMBIGUOUS_USER(
      409, "Ambiguous user", "Several participants have a user of this id: add participant="),
  COORDINATOR_UNREACHABLE(503, "Coordinator unreachable", "The coordinator does not answer"),
  COORDINATOR_REFUSED(
      502, "Coordinator refused", "The coordinator refused: enrolment-token-refused");

  private final int status;
  private final String title;
  private final String example;

  ProblemType(int status, String title, String example) {
    this.status = status;
    this.title = title;
    this.example = example;
  }

  /// HTTP status code.
  public int status() {
    return status;
  }

  /// Short human-readable summary, the same for every occurrence.
  public String title() {
    return title;
  }

  /// What one occurrence may say in detail, for the descriptions of the APIs.
  public String example() {
    return example;
  }

  /// Stable machine-readable code, lower-kebab: `wrong-phase`.
  public String code() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /// The problem's type URI.
  public String type() {
    return "/problems/" + code();
  }
}
