-- How many entries the ledger's file has, and the hash of the last: one row. Null: there were none.
create table privacy_ledger (
  one     boolean primary key default true check (one),
  entries bigint not null,
  hash    char(64)
);

insert into privacy_ledger (entries) values (0);
