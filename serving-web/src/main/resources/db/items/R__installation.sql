-- Repeatable, as item_metadata: recommender-service and client-service have the same table.
-- Which installation the database belongs to, and the keys that are bound to it.
create table if not exists installation (
  name  varchar(64) primary key,
  value text        not null
);
