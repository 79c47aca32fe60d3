-- Earlier names of participants, as each roster that was taken stated them. Never changed or deleted:
-- a roster that omits an earlier name does not separate a participant from its ledger.
create table former_name (
  participant varchar(64) not null,
  former      varchar(64) not null,
  primary key (participant, former)
);

insert into former_name (participant, former)
select distinct line.parts[1], former.name
from roster,
  regexp_matches(roster.text, '^member ([a-z0-9-]+) [^\n]* formerly ([a-z0-9,-]+)', 'gn') as line (parts),
  regexp_split_to_table(line.parts[2], ',') as former (name);
