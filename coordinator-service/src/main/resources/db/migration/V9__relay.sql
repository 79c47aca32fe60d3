-- Envelopes of participants for each other. Unlogged: a database that crashes, or another one that takes
-- its place, has none, and participants send theirs again. Nothing refers to sessions: what comes while
-- a session ends is collected.
-- last_number: of the envelope that came last. messages, bytes: of those that wait.
create unlogged table peer_mailbox (
  session_id  varchar(64) not null,
  recipient   varchar(64) not null,
  last_number bigint      not null,
  messages    integer     not null,
  bytes       bigint      not null,
  primary key (session_id, recipient)
);

create unlogged table peer_message (
  session_id varchar(64) not null,
  recipient  varchar(64) not null,
  number     bigint      not null,
  envelope   bytea       not null,
  primary key (session_id, recipient, number)
);

-- Ciphertext does not get smaller.
alter table peer_message alter column envelope set storage external;
