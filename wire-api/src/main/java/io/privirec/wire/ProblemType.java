package io.privirec.wire;

/**
 * Every kind of problem the services answer with, as RFC 9457 problem details.
 *
 * <p>The {@link #code()} is stable: clients may switch on it. The {@link #type()} is a path that
 * every service answers itself: {@code GET /problems/wrong-phase} tells what the problem means.
 */
public enum ProblemType {
  /** The request is syntactically broken: JSON, query or path that cannot be read. */
  MALFORMED_REQUEST(400, "Malformed request"),
  /** A field or parameter has a value outside its stated range. */
  INVALID_VALUE(422, "Invalid value"),
  /** No or unusable credentials. */
  UNAUTHENTICATED(401, "Authentication required"),
  /** The credentials do not allow this. */
  FORBIDDEN(403, "Forbidden"),
  /** The one-time enrolment token is unknown, expired or used. */
  ENROLMENT_TOKEN_REFUSED(403, "Enrolment token refused"),
  /** No such resource. */
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  NOT_ACCEPTABLE(406, "Not acceptable"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  /** The body came in too slowly. */
  REQUEST_TIMEOUT(408, "Request timeout"),
  LENGTH_REQUIRED(411, "Length required"),
  PAYLOAD_TOO_LARGE(413, "Payload too large"),
  RANGE_NOT_SATISFIABLE(416, "Range not satisfiable"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  INTERNAL_ERROR(500, "Internal error"),
  UNAVAILABLE(503, "Unavailable"),
  /** The disk is full, or what the operator allows of it is taken. */
  STORAGE_FULL(507, "Storage full"),
  /** Stored state was sealed with an encryption key that this process does not have. */
  ENCRYPTION_KEY_MISSING(503, "Encryption key missing"),

  UNKNOWN_PARTICIPANT(404, "Unknown participant"),
  PARTICIPANT_EXISTS(409, "Participant exists"),
  BAD_SIGNATURE(422, "Bad signature"),
  COORDINATOR_KEY_MISMATCH(502, "Another coordinator key"),

  NO_ROSTER(404, "No roster"),
  ROSTER_KEY_MISSING(409, "No roster key"),
  MALFORMED_ROSTER(422, "Malformed roster"),
  OUTDATED_ROSTER(409, "Outdated roster"),
  /** Another text of this roster version was taken before. */
  ROSTER_CONFLICT(409, "Roster conflict"),
  /** The cohort is no union of current cells of the roster. */
  NOT_WHOLE_CELLS(422, "Not whole cells"),
  /** A participant is enrolled with another key than the roster has. */
  ROSTER_KEY_MISMATCH(409, "Another key in the roster"),
  /** Too few holders could be told from the others, and not all of them have signed a waiver. */
  ATOM_TOO_SMALL(422, "Atom too small"),
  /** The roster lacks a cell that a sum was masked for. */
  CELL_MISSING(409, "Cell missing"),
  /** A cell that a sum was masked for has other members or another minimum in the roster. */
  CELL_CHANGED(409, "Cell changed"),
  /** A waiver or a departure clause is not its signer's. */
  BAD_WAIVER(422, "Bad waiver"),
  /** A newer roster is in force. */
  ROSTER_SUPERSEDED(409, "Roster superseded"),

  CATALOGUE_MISSING(409, "No catalogue yet"),
  ITEM_EXISTS(409, "Item exists"),
  UNKNOWN_ITEM(422, "Unknown item"),
  BROKEN_LINE(422, "Broken line"),
  EMPTY_DATASET(422, "Empty dataset"),

  UNKNOWN_SESSION(404, "Unknown session"),
  UNKNOWN_ALGORITHM(422, "Unknown algorithm"),
  COHORT_TOO_SMALL(422, "Cohort too small"),
  COHORT_TOO_LARGE(422, "Cohort too large"),
  CAPACITY_EXCEEDED(422, "Ring capacity exceeded"),
  STAGING_BUDGET_EXCEEDED(422, "Staging budget exceeded"),
  HEAP_EXCEEDED(422, "Heap exceeded"),
  SESSION_OVER(409, "Session over"),
  /** The session did not fail because a sum was out of range. */
  NOT_OUT_OF_RANGE(409, "No sum out of range"),
  /** There is only one cell: whose contribution it is cannot be told without opening less. */
  SINGLE_CELL(409, "A single cell"),
  APPROVAL_NOT_PENDING(409, "Nothing to approve"),
  /** What is consented to is not what the session asks for. */
  CONSENT_MISMATCH(409, "Consent mismatch"),
  /** The frozen data that the session is over is lost or was changed. */
  SNAPSHOT_MISMATCH(409, "Snapshot mismatch"),
  /** The session is over data of a time before that of the newest snapshot. */
  SNAPSHOT_SUPERSEDED(409, "Snapshot superseded"),
  /** The newest snapshot is too young for another one; later it works. */
  SNAPSHOT_TOO_EARLY(409, "Too early for another snapshot"),
  /** The session is over data of a time that is not yet. */
  DATA_TIME_AHEAD(409, "Time of the data is ahead"),

  UNKNOWN_ROUND(404, "Unknown round"),
  NOT_IN_COHORT(403, "Not in the cohort"),
  WRONG_PHASE(409, "Wrong phase"),
  MESSAGE_CONFLICT(409, "Message conflicts with an earlier one"),
  MALFORMED_MESSAGE(422, "Malformed protocol message"),
  WRONG_LENGTH(422, "Wrong length"),
  DIGEST_MISMATCH(422, "Digest mismatch"),
  CHUNK_CONFLICT(409, "Chunk conflicts with an earlier one"),
  CHUNKS_MISSING(409, "Chunks missing"),
  /** The chunk may be uploaded later, when others have caught up. */
  OUTSIDE_WINDOW(429, "Outside the upload window"),
  OUT_OF_BOUND(422, "Value out of bound"),

  UNKNOWN_RELEASE(404, "Unknown release"),
  NO_RELEASE(404, "No release yet"),
  MODEL_NOT_LOADED(503, "Model not loaded"),
  /** Exact scores were asked for, and the model has no factored form here. */
  EXACT_UNAVAILABLE(409, "Exact scores unavailable"),
  UNKNOWN_JOB(404, "Unknown job"),
  /** The job has no result: it is not done, or has failed. */
  NO_RESULT(409, "No result"),
  UNKNOWN_MODEL(404, "Unknown model"),
  /** A rollback, and no model was active before this one. */
  NO_PREVIOUS_MODEL(409, "No previous model"),
  /** The model answers somebody: it is active, a shadow, or of an experiment's arm. */
  MODEL_IN_USE(409, "Model in use"),
  /** As many models are loaded as may be, and each of them answers somebody. */
  TOO_MANY_MODELS(409, "Too many models"),
  UNKNOWN_EXPERIMENT(404, "Unknown experiment"),
  TOO_MANY_EXPERIMENTS(409, "Too many experiments"),
  /** The release is not what the coordinator's key signed. */
  RELEASE_REFUSED(502, "Release refused"),
  UNKNOWN_USER(404, "Unknown user"),
  AMBIGUOUS_USER(409, "Ambiguous user"),
  COORDINATOR_UNREACHABLE(503, "Coordinator unreachable"),
  COORDINATOR_REFUSED(502, "Coordinator refused");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** HTTP status code. */
  public int status() {
    return status;
  }

  /** Short human-readable summary, the same for every occurrence. */
  public String title() {
    return title;
  }

  /** Stable machine-readable code, lower-kebab: {@code wrong-phase}. */
  public String code() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** The problem's type URI. */
  public String type() {
    return "/problems/" + code();
  }
}
