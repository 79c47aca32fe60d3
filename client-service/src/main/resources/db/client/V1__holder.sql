-- Participants hosted here, their users' interactions, and what they did in sessions.

create table participant (
  id              text collate "C" primary key,
  identity_key    text        not null,
  sealed_identity bytea       not null,
  coordinator_key text,
  enrolled_at     timestamptz,
  constraint enrolled_with_key check ((coordinator_key is null) = (enrolled_at is null))
);

create table holder_user (
  key         bigint generated always as identity primary key,
  participant text collate "C" not null references participant,
  id          text collate "C" not null,
  unique (participant, id)
);

create index holder_user_by_id on holder_user (id);

-- item: index in the catalogue, which only ever grows.
create table interaction (
  user_key bigint  not null references holder_user,
  item     integer not null check (item >= 0),
  primary key (user_key, item)
);

create table participation (
  session_id        text collate "C" not null,
  participant       text collate "C" not null references participant,
  status            text        not null check (status in ('AWAITING_APPROVAL', 'ACTIVE', 'OVER')),
  -- why it was refused at first contact; then there are no terms
  refusal           text,
  algorithm         text,
  parameters        text,
  catalogue_version integer,
  catalogue_sha256  text,
  items             integer,
  snapshot_sha256   text,
  first_seen        timestamptz not null,
  primary key (session_id, participant),
  constraint terms_or_refusal check ((algorithm is null) = (refusal is not null))
);

create index participation_by_participant on participation (participant, first_seen);

create table round_participation (
  round_id     text collate "C" not null,
  participant  text collate "C" not null,
  session_id   text collate "C" not null,
  round_index  integer not null,
  attempt      integer not null,
  name         text    not null,
  elements     bigint  not null,
  min_survivors integer not null,
  state        text    not null,
  abort_reason text,
  sealed_state bytea,
  bytes_up     bigint  not null default 0,
  bytes_down   bigint  not null default 0,
  primary key (round_id, participant),
  foreign key (session_id, participant) references participation
);

create index round_participation_by_session on round_participation (session_id, participant);

-- Digest of every masked chunk, written before the chunk is sent: under one mask, one text.
create table masked_chunk (
  round_id    text collate "C" not null,
  participant text collate "C" not null,
  chunk       integer not null,
  sha256      text    not null,
  primary key (round_id, participant, chunk),
  foreign key (round_id, participant) references round_participation
);

-- Written in the transaction that persists an unmask answer, before it is sent. Never deleted.
create table unmask_answer (
  session_id  text collate "C" not null,
  participant text collate "C" not null,
  round_index integer not null,
  round_id    text collate "C" not null,
  primary key (session_id, participant, round_index)
);
