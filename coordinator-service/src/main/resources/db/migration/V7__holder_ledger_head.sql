-- The newest head of its holder's ledger that a participant has signed: at most one row each.
create table holder_ledger_head (
  participant text primary key references participant,
  entries     bigint not null,
  hash        char(64) not null,
  at_millis   bigint not null,
  signature   text not null
);
