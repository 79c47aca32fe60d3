-- How many entries each participant's ledger has, and the hash of the last. The ledger itself is a file
-- in the data directory: each can tell that the other was put back to an older state.
create table ledger_head (
  participant text collate "C" primary key references participant,
  entries     bigint not null check (entries >= 0),
  sha256      text collate "C" not null
);

-- Which seed an attempt was joined with; stays when the seed is gone.
alter table round_participation add column noise_commitment text collate "C";
