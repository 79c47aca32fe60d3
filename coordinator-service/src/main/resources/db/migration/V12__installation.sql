-- Which installation the database belongs to, and the keys that are bound to it.
create table installation (
  name  varchar(64) primary key,
  value text        not null
);
