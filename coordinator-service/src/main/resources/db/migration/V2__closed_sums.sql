-- Every roster that was taken: sessions over data are over whole cells of one of them.
-- sha256: of the bytes that its keeper signed.
create table roster (
  version  integer primary key,
  sha256   bytea       not null,
  text     text        not null,
  taken_at timestamptz not null
);

-- Records of rounds have another form now, and the participants go by other rules: what runs cannot
-- go on. A release that is listed already is out, though.
update aggregation_session s
set status = 'PUBLISHED', release_id = r.id, finished_at = r.created_at, version = s.version + 1
from release r
where r.session_id = s.id and s.status = 'PUBLISHING';

update aggregation_session
set status = 'FAILED', failure_code = 'upgraded', finished_at = now(), version = version + 1,
    failure_detail = 'It ran when the coordinator was upgraded to sums over whole cells'
where status in ('RUNNING', 'PUBLISHING');

delete from round_chunk;
delete from round_event;
delete from round_member;
delete from round;

-- Of a closed session: the policy, the roster, and the cells that it began with.
-- probe_of, probe_cell, probe_round: of a session that sums one cell of another session alone, up to
-- the round whose sum was out of range there.
alter table aggregation_session
  drop column strict,
  add column round_kind       varchar(16) not null default 'TOLERANT',
  add column on_missing       varchar(32),
  add column min_participants integer,
  add column roster_version   integer references roster (version),
  add column roster_sha256    bytea,
  add column cells            integer[],
  add column probe_of         varchar(64),
  add column probe_cell       integer,
  add column probe_round      integer,
  add constraint session_probe unique (probe_of, probe_cell);

alter table aggregation_session alter column round_kind drop default;

-- What a member did wrong in a tolerant round, if that was found out.
alter table round_member add column fault varchar(32);
