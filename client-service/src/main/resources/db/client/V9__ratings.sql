-- What came with an interaction, where its line had it. Of a pair that is imported again the newest
-- line counts.
alter table interaction
  add column rating real check (rating > '-Infinity' and rating < 'Infinity'),
  add column occurred_at timestamptz;
