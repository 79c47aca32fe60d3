-- Every roster that was taken; the highest version by the configured key is in force. Never changed.
create table roster (
  roster_key text collate "C" not null,
  version    integer not null check (version > 0),
  text       text        not null,
  taken_at   timestamptz not null,
  primary key (roster_key, version)
);
