-- What a participant was told of the cohorts of a session: each round must follow from the last.
-- Deleted when the session is over.
create table session_round (
  session_id    text collate "C" not null,
  participant   text collate "C" not null,
  round_index   integer not null,
  -- one line per member: id, space, identity key
  cohort        text    not null,
  threat_model  text    not null,
  corrupt       integer not null,
  min_survivors integer not null,
  -- one id per line; null while the survivor set is not known
  confirmed     text,
  answered      boolean not null default false,
  primary key (session_id, participant, round_index),
  foreign key (session_id, participant) references participation
);

-- The survivor sets over which an input was opened, written in the transaction that persists an
-- unmask answer, before it is sent. Across sessions; never deleted.
create table opened_input (
  participant      text collate "C" not null references participant,
  snapshot_sha256  text collate "C" not null,
  step             text collate "C" not null,
  survivors_sha256 text collate "C" not null,
  -- one id per line, ascending
  survivors        text    not null,
  min_survivors    integer not null,
  session_id       text collate "C" not null,
  round_id         text collate "C" not null,
  answered_at      timestamptz not null,
  primary key (participant, snapshot_sha256, step, survivors_sha256)
);

-- Of answers from before this version the survivor set is not known. An empty set that everything
-- is too close to keeps their inputs closed.
insert into opened_input
select a.participant, p.snapshot_sha256, r.name,
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '', 2147483647,
  a.session_id, a.round_id, now()
from unmask_answer a
join participation p on p.session_id = a.session_id and p.participant = a.participant
join round_participation r on r.round_id = a.round_id and r.participant = a.participant
where p.snapshot_sha256 is not null
on conflict do nothing;

drop table unmask_answer;
