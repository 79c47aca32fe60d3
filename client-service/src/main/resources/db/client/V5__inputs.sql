-- Digest of all of a participant's interactions when a session began, also of those beyond the
-- session's catalogue: what openings are remembered under. A coordinator that appends an item to
-- the catalogue, or takes an older version, must not make the same data look like another input.
alter table participation add column data_sha256 text;

update participation set data_sha256 = snapshot_sha256;

alter table participation add constraint data_with_terms check (
  (algorithm is null) = (data_sha256 is null));

alter table opened_input rename column snapshot_sha256 to data_sha256;

-- Rounds that an input was masked for: they may have been opened without this participant's answer.
-- One that it has answered is in opened_input instead. Never deleted.
create table masked_input (
  participant text collate "C" not null references participant,
  data_sha256 text collate "C" not null,
  step        text collate "C" not null,
  session_id  text collate "C" not null,
  round_id    text collate "C" not null,
  -- one id per line, ascending
  cohort      text    not null,
  answers     integer not null,
  primary key (participant, data_sha256, step, round_id)
);
