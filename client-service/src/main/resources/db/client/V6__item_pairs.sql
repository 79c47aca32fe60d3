-- Pairs of items that a session opens of the data frozen for it; null where it opens none. Such a
-- session is joined only when somebody has approved it.
alter table participation
  add column item_pairs             bigint,
  add column item_pairs_of_one_user bigint,
  add constraint pairs_of_one_user_are_pairs check (
    (item_pairs is null) = (item_pairs_of_one_user is null)
    and item_pairs_of_one_user between 0 and item_pairs);
