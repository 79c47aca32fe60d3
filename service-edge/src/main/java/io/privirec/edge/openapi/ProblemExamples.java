package io.privirec.edge.openapi;

import io.privirec.wire.Problem;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import java.util.List;

/** What a problem of each kind looks like. */
final class ProblemExamples {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  private ProblemExamples() {}

  static Problem of(ProblemType type) {
    return new Problem(
        type.type(), type.title(), type.status(), detail(type), type.code(), TRACE, errors(type));
  }

  private static List<Violation> errors(ProblemType type) {
    return switch (type) {
      case INVALID_VALUE -> List.of(new Violation("/k", "must be less than or equal to 500"));
      case EXACT_UNAVAILABLE -> List.of(new Violation("/exact", detail(type)));
      case UNKNOWN_ITEM -> List.of(new Violation("/items", "the catalogue has no such item"));
      default -> List.of();
    };
  }

  private static String detail(ProblemType type) {
    return switch (type) {
      case MALFORMED_REQUEST -> "The JSON cannot be read at line 1, column 14";
      case INVALID_VALUE -> "k must be less than or equal to 500";
      case UNAUTHENTICATED -> "Send the admin token as a bearer token";
      case FORBIDDEN -> "The credentials do not allow this";
      case ENROLMENT_TOKEN_REFUSED -> "The token is unknown, expired or used";
      case NOT_FOUND -> "There is nothing here";
      case METHOD_NOT_ALLOWED -> "Only GET is allowed here";
      case NOT_ACCEPTABLE -> "There is no representation that Accept allows";
      case UNSUPPORTED_MEDIA_TYPE -> "Send application/json";
      case REQUEST_TIMEOUT -> "The body came in too slowly";
      case LENGTH_REQUIRED -> "Content-Length is required";
      case PAYLOAD_TOO_LARGE -> "The body is larger than is taken here";
      case RANGE_NOT_SATISFIABLE -> "The file does not have this range";
      case TOO_MANY_REQUESTS -> "Wait for as many seconds as Retry-After says";
      case INTERNAL_ERROR -> "An unexpected failure; the service's log has it under the traceId";
      case UNAVAILABLE -> "The database cannot be reached";
      case STORAGE_FULL -> "The disk is fuller than the operator allows";
      case ENCRYPTION_KEY_MISSING ->
          "Stored state was sealed with key k-2, which this replica does not have";
      case UNKNOWN_PARTICIPANT -> "No such participant";
      case PARTICIPANT_EXISTS -> "A participant of this id is enrolled with another key";
      case BAD_SIGNATURE -> "The signature is not by this identity key";
      case COORDINATOR_KEY_MISMATCH -> "The coordinator's key is not the configured one";
      case NO_ROSTER -> "No roster is in force";
      case ROSTER_KEY_MISSING -> "No roster key is configured";
      case MALFORMED_ROSTER -> "Line 3 is not a member";
      case OUTDATED_ROSTER -> "A roster of version 7 is in force";
      case ROSTER_CONFLICT -> "Another text of version 7 is in force";
      case NOT_WHOLE_CELLS -> "Cell 2 lacks shop-c";
      case ROSTER_KEY_MISMATCH -> "The roster has another identity key for shop-a";
      case ATOM_TOO_SMALL -> "shop-a,shop-b would be told apart: a waiver lacks shop-b";
      case CELL_MISSING -> "A sum was masked for cell 1, which the roster must list";
      case CELL_CHANGED -> "Cell 1 was masked for with other members";
      case BAD_WAIVER -> "A waiver is not signed by shop-a for this roster key";
      case ROSTER_SUPERSEDED -> "Version 8 of the roster is in force";
      case CATALOGUE_MISSING -> "No catalogue was uploaded yet";
      case ITEM_EXISTS -> "Line 2: the item is in the catalogue already";
      case UNKNOWN_ITEM -> "items: the catalogue has no such item";
      case BROKEN_LINE -> "Line 2 cannot be read";
      case EMPTY_DATASET -> "The body has no line";
      case UNKNOWN_SESSION -> "No session of this id";
      case UNKNOWN_ALGORITHM -> "The algorithm is not offered";
      case COHORT_TOO_SMALL -> "A session needs at least 3 participants";
      case COHORT_TOO_LARGE -> "A complete graph takes at most 64 participants";
      case CAPACITY_EXCEEDED -> "The sum needs 66 bits, the ring has 64";
      case STAGING_BUDGET_EXCEEDED -> "The contributions need more disk than the staging budget";
      case HEAP_EXCEEDED -> "The plan needs 5 GB of heap, and 4 GB may be used";
      case SESSION_OVER -> "The session has ended";
      case NOT_OUT_OF_RANGE -> "The session did not fail because a sum was out of range";
      case SINGLE_CELL -> "The session has one cell: nothing smaller may be summed";
      case CONSENT_MISMATCH -> "The session asks for cells 1,2";
      case SNAPSHOT_MISMATCH -> "The frozen data is missing";
      case SNAPSHOT_SUPERSEDED ->
          "The session is over data as of 2026-01-01T03:00:00Z; a snapshot as of 2026-01-02T03:00:00Z was frozen since";
      case SNAPSHOT_TOO_EARLY ->
          "The last snapshot is younger than privirec.client.min-interval: approve from 2026-01-02T23:00:00Z on";
      case DATA_TIME_AHEAD ->
          "The session is over data as of 2026-01-02T04:00:00Z, and it is 2026-01-02T03:00:00Z here";
      case APPROVAL_NOT_PENDING -> "No session of this name waits for approval";
      case UNKNOWN_ROUND -> "No round of this id";
      case NOT_IN_COHORT -> "The round is not this participant's";
      case WRONG_PHASE -> "The round collects masked input; shares are no longer taken";
      case MESSAGE_CONFLICT -> "Another message was sent before in this phase";
      case MALFORMED_MESSAGE -> "The body is not the message expected here";
      case WRONG_LENGTH -> "The chunk has 8388608 bytes, not 4194304";
      case DIGEST_MISMATCH -> "The body is not what its digest says";
      case CHUNK_CONFLICT -> "Other bytes were staged for this chunk";
      case CHUNKS_MISSING -> "2 chunks have not arrived";
      case OUTSIDE_WINDOW -> "Chunks before 4 may be uploaded now";
      case OUT_OF_BOUND -> "A value is outside the round's bound";
      case UNKNOWN_RELEASE -> "Neither this service nor the coordinator has this release";
      case NO_RELEASE -> "Nothing was published yet";
      case MODEL_NOT_LOADED -> "No verified release is loaded yet";
      case EXACT_UNAVAILABLE -> "The model has no factored form, or the service does not keep it";
      case UNKNOWN_JOB -> "There is no job of this id";
      case NO_RESULT -> "The job is not done, or has failed";
      case UNKNOWN_MODEL -> "No model of this version is loaded: see GET /v1/models";
      case NO_PREVIOUS_MODEL -> "No loaded model was active before this one";
      case MODEL_IN_USE -> "it is the active model: activate another one first";
      case TOO_MANY_MODELS -> "3 models are loaded, and each of them answers somebody";
      case UNKNOWN_EXPERIMENT -> "No experiment of this name runs: see GET /v1/experiments";
      case TOO_MANY_EXPERIMENTS -> "8 experiments run, as many as may";
      case RELEASE_REFUSED -> "The release does not verify: digest-mismatch";
      case UNKNOWN_USER -> "No user of this id";
      case AMBIGUOUS_USER -> "Several participants have a user of this id: add participant=";
      case COORDINATOR_UNREACHABLE -> "The coordinator does not answer";
      case COORDINATOR_REFUSED -> "The coordinator refused: enrolment-token-refused";
    };
  }
}
