-- What a participant draws once for all rounds of a session; none in sessions that draw nothing, and
-- when they are over.
alter table participation add column sealed_secret bytea;

-- What was broadcast before the round, the same in each attempt. Null for rounds from before this
-- migration.
alter table round_participation add column broadcast_sha256 text;
