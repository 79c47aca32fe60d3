-- Participants and the one-time rights to enrol them.
create table participant (
  id           varchar(64) primary key,
  identity_key bytea       not null unique,
  enrolled_at  timestamptz not null
);

create table enrolment_token (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used_by    varchar(64) references participant (id)
);

-- The catalogue only ever grows: version n holds the items with position < items.
create table catalogue_version (
  version    integer primary key,
  items      integer     not null,
  sha256     bytea       not null,
  created_at timestamptz not null
);

create table catalogue_item (
  position integer primary key,
  item_id  varchar(256) not null unique,
  line     text         not null
);

-- Without a catalogue version: a session that is not about items.
create table aggregation_session (
  id                varchar(64) primary key,
  algorithm         varchar(64) not null,
  parameters        text        not null,
  threat_model      varchar(32) not null,
  key_agreement     varchar(32) not null,
  corrupt_fraction  double precision,
  dropout_fraction  double precision,
  phase_deadline_ms bigint      not null,
  max_attempts      integer     not null,
  strict            boolean     not null,
  catalogue_version integer              references catalogue_version (version),
  status            varchar(16) not null,
  failure_code      varchar(64),
  failure_detail    text,
  release_id        varchar(64),
  created_at        timestamptz not null,
  finished_at       timestamptz,
  lease_owner       varchar(64),
  lease_until       timestamptz,
  active            boolean     not null,
  version           bigint      not null
);

create index aggregation_session_active on aggregation_session (created_at)
  where active;

create table session_member (
  session_id     varchar(64) not null references aggregation_session (id),
  participant_id varchar(64) not null references participant (id),
  primary key (session_id, participant_id)
);

-- How long the stages of a session took, in the order in which they ended.
create table session_stage (
  session_id varchar(64) not null references aggregation_session (id),
  position   integer     not null,
  name       varchar(64) not null,
  seconds    double precision not null,
  primary key (session_id, name)
);

-- One attempt of one round. Its protocol state is the fold of its events.
-- window_chunks: null for a full spool. summed_chunks: of a windowed spool, how many chunks are summed,
-- from the first on; what lies staged of them counts no longer.
create table round (
  id                varchar(64) primary key,
  session_id        varchar(64) not null references aggregation_session (id),
  round_index       integer     not null,
  attempt           integer     not null,
  name              varchar(64) not null,
  signed_record     bytea       not null,
  broadcast         varchar(512),
  window_chunks     integer,
  summed_chunks     integer     not null default 0,
  status            varchar(16) not null,
  phase             varchar(32) not null,
  phase_deadline_ms bigint      not null,
  deadline          timestamptz,
  phase_since       timestamptz not null,
  events            integer     not null,
  failure_code      varchar(64),
  failure_detail    text,
  opened_at         timestamptz not null,
  closed_at         timestamptz,
  version           bigint      not null,
  constraint round_attempt unique (session_id, round_index, attempt)
);

create index round_open on round (deadline) where status = 'OPEN';

-- Whom the round invited, and how each stands: PRESENT, or the phase in which it was lost.
create table round_member (
  round_id       varchar(64) not null references round (id),
  participant_id varchar(64) not null references participant (id),
  standing       varchar(32) not null,
  primary key (round_id, participant_id)
);

create index round_member_participant on round_member (participant_id);

-- sealed: the event's bytes under an encryption key, for unmask answers hold shares of secrets. They
-- are gone as soon as the round is over.
-- digest: SHA-256 of the bytes. By it a message that comes again is known, until its session is over.
create table round_event (
  round_id    varchar(64) not null references round (id),
  seq         integer     not null,
  digest      bytea       not null,
  sealed      bytea,
  received_at timestamptz not null,
  primary key (round_id, seq)
);

-- A row exists only when its bytes lie on disk, whole and synced, or are in a sum that does.
create table round_chunk (
  round_id       varchar(64) not null,
  participant_id varchar(64) not null,
  chunk          integer     not null,
  digest         bytea       not null,
  primary key (round_id, participant_id, chunk),
  foreign key (round_id, participant_id) references round_member (round_id, participant_id)
);

create index round_chunk_number on round_chunk (round_id, chunk);

create table release (
  id              varchar(64) primary key,
  session_id      varchar(64) not null unique references aggregation_session (id),
  manifest        bytea       not null,
  signature       bytea       not null,
  created_at      timestamptz not null
);
