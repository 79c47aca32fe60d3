-- Lines of all rosters that were taken: who stood in one, with which key, under which holder. Never
-- changed or deleted: a roster that omits a line frees neither its name nor its key.
create table roster_line (
  participant  text not null,
  identity_key text not null,
  holder       text not null,
  primary key (participant, identity_key, holder)
);

insert into roster_line (participant, identity_key, holder)
select distinct line.parts[1], line.parts[2], line.parts[3]
from roster,
  regexp_matches(roster.text, '^member ([a-z0-9-]+) ([A-Za-z0-9_-]+) ([a-z0-9-]+) ', 'gn') as line (parts);
