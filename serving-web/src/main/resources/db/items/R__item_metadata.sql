-- Repeatable, every statement harmless where it was run before: a service has migrations of its own
-- with numbers of their own in the same schema.

-- One row for each item that has, or had, metadata. An item without any has null, so that replicas
-- learn of it; such rows go after a day.
create table if not exists item_metadata (
  item text primary key,
  metadata text,
  change bigint not null,
  changed_at timestamptz not null
);

create index if not exists item_metadata_by_change on item_metadata (change);

-- The number of the last change. Who writes holds this row until commit, so that changes are visible
-- in the order of their numbers. Rows of removed items were deleted up to change "forgotten".
create table if not exists item_metadata_change (
  the_only boolean primary key default true check (the_only),
  number bigint not null,
  forgotten bigint not null
);

insert into item_metadata_change (number, forgotten) values (0, 0) on conflict do nothing;
