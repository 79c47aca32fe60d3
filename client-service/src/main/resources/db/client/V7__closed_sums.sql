-- Exact sums over whole cells, and nothing else (docs/adr/0028). Survivor sets go, and with them the
-- guard that compared them.

-- Every cell of a cohort that a participant joined for an exact sum, from its advertisement on. Whoever
-- masks has the advertisements of all of the cohort in hand, so that every cell that somebody masked
-- for is known to its members. Every later roster must list it. Never deleted.
create table masked_cell (
  participant     text collate "C" not null references participant,
  -- null: a set that was summed before there were cells
  number          integer check (number > 0),
  minimum         integer not null,
  -- one id per line, ascending
  members         text not null,
  first_joined_at timestamptz not null,
  -- whether this participant masked for it: written in the transaction that persists the state which
  -- masks, before the first masked chunk leaves. Whoever is missing, the sum counts as opened
  masked          boolean not null
);

create unique index masked_cell_by_number on masked_cell (participant, number)
  where number is not null;
create unique index masked_cell_by_members on masked_cell (participant, md5(members))
  where number is null;

-- What was answered is open over its survivors. Answers from before survivor sets were kept (V2)
-- have an empty set, of which nobody can say who was in it.
insert into masked_cell (participant, number, minimum, members, first_joined_at, masked)
select participant, null, 3, survivors, min(answered_at), true
from opened_input
where survivors <> ''
group by participant, survivors;

drop table opened_input;
drop table masked_input;
drop table session_round;

-- Data frozen for all consents of an interval: every sum of that time is over the same data. Never
-- deleted; the files are, when nothing needs them.
create table snapshot (
  participant  text collate "C" not null references participant,
  frozen_at    timestamptz not null,
  sha256       text collate "C" not null,
  users        bigint not null,
  interactions bigint not null,
  primary key (participant, frozen_at)
);

-- A session that was under way ends here: its rounds have other rules.
update round_participation r set sealed_state = null, abort_reason = coalesce(abort_reason, 'upgraded')
from participation p
where p.session_id = r.session_id and p.participant = r.participant and p.status <> 'OVER'
  and r.sealed_state is not null;
update round_participation set sealed_state = null where sealed_state is not null;

delete from masked_chunk;

alter table participation
  drop constraint terms_or_refusal,
  drop constraint policy_with_terms,
  drop constraint data_with_terms,
  drop column on_loss,
  drop column data_sha256,
  add column round_kind       text check (round_kind in ('closed', 'tolerant')),
  -- of the roster that the terms rest on; with the cells only where the kind is closed
  add column roster_version   integer,
  add column roster_sha256    text,
  -- numbers, ascending, separated by a space
  add column cells            text,
  add column on_missing       text,
  add column min_participants integer,
  -- digest of what every broadcast of the session must repeat: that of the first one
  add column constants_sha256 text,
  add column consented_at     timestamptz;

update participation set round_kind = 'tolerant', min_participants = 0 where algorithm is not null;

-- What was frozen at first contact is gone with the session.
update participation set status = 'OVER', refusal = 'upgraded' where status <> 'OVER';

alter table participation
  add constraint terms_or_refusal check (algorithm is not null or refusal is not null),
  add constraint policy_with_terms check (
    (algorithm is null) = (threat_model is null)
    and (algorithm is null) = (key_agreement is null)
    and (algorithm is null) = (round_kind is null)
    and (algorithm is null) = (min_participants is null)),
  add constraint cells_with_closed_rounds check (
    (round_kind is not distinct from 'closed') = (roster_version is not null)
    and (roster_version is null) = (roster_sha256 is null)
    and (roster_version is null) = (cells is null)
    and (roster_version is null) = (on_missing is null));

alter table round_participation
  -- numbers of the cells that the round is over, ascending, separated by a space; empty: none
  add column cells  text not null default '',
  -- version of the code that computes the contribution, since the round masks
  add column kernel text;

-- Rosters of before have no cells and do not parse any more.
delete from roster;

alter table roster add column sha256 text collate "C" not null;

-- What participants hosted here have signed for the keeper of a roster. Never deleted: it holds for
-- ever.
create table signed_statement (
  participant text collate "C" not null references participant,
  roster_key  text collate "C" not null,
  -- one id per line, ascending; empty: a departure clause
  atom        text collate "C" not null,
  -- the line of a roster's text
  line        text not null,
  signed_at   timestamptz not null
);

-- An atom may be longer than an index takes.
create unique index signed_statement_once on signed_statement (participant, roster_key, md5(atom));
