-- Which snapshots of the participants' data a session is over: sessions with the same one are over
-- the same snapshots.
alter table aggregation_session add column data_as_of timestamptz;

update aggregation_session set data_as_of = date_trunc('milliseconds', created_at);

alter table aggregation_session alter column data_as_of set not null;

-- That of the session created last, in one row, which whoever creates a session locks. Null: there is
-- none. What ran before had no such time, so that the next session has one of its own.
create table newest_snapshot (
  only_row   boolean primary key default true check (only_row),
  data_as_of timestamptz
);

insert into newest_snapshot default values;

-- Records of rounds bind it now: what runs cannot go on. A release that is listed already is out,
-- though.
update aggregation_session s
set status = 'PUBLISHED', release_id = r.id, finished_at = r.created_at, version = s.version + 1
from release r
where r.session_id = s.id and s.status = 'PUBLISHING';

update aggregation_session
set status = 'FAILED', failure_code = 'upgraded', finished_at = now(), version = version + 1,
    failure_detail = 'It ran when the coordinator was upgraded to sessions that name their snapshots'
where status in ('RUNNING', 'PUBLISHING');
