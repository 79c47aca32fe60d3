-- A snapshot has a name: the time that the sessions over it state. Two sums are over the same data of a
-- participant where they are over the same name. What was frozen before sessions stated one is named
-- by when it was.
alter table snapshot add column data_as_of timestamptz;

update snapshot set data_as_of = frozen_at;

alter table snapshot
  alter column data_as_of set not null,
  drop constraint snapshot_pkey,
  add primary key (participant, data_as_of);

alter table participation add column data_as_of timestamptz;

update participation p set data_as_of = coalesce(
  (select max(s.data_as_of) from snapshot s
    where s.participant = p.participant and s.sha256 = p.snapshot_sha256),
  first_seen)
where algorithm is not null;

alter table participation add constraint time_with_terms check (
  (algorithm is null) = (data_as_of is null));

-- A session that was under way states no such time, and ends here.
update round_participation r set sealed_state = null, abort_reason = coalesce(abort_reason, 'upgraded')
from participation p
where p.session_id = r.session_id and p.participant = r.participant and p.status <> 'OVER'
  and r.sealed_state is not null;

delete from masked_chunk c
using round_participation r, participation p
where r.round_id = c.round_id and r.participant = c.participant
  and p.session_id = r.session_id and p.participant = r.participant and p.status <> 'OVER';

update participation set status = 'OVER', refusal = 'upgraded' where status <> 'OVER';
