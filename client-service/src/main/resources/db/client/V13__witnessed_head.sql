-- The head of a participant's ledger that the coordinator showed last, with the participant's own
-- signature: what a ledger that was restored to an older state does not have.
create table witnessed_head (
  participant text collate "C" primary key references participant,
  entries     bigint not null,
  sha256      text collate "C" not null,
  at_millis   bigint not null
);
