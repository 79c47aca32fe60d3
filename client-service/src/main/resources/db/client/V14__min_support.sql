-- Every algorithm with exact sums has a minimum support, and what als and ials called minRaters is
-- theirs. Sessions from before had none (1), and one that runs goes on: its digest is the same.
update participation
set parameters =
  ((parameters::jsonb - 'minRaters')
    || jsonb_build_object('minSupport', parameters::jsonb -> 'minRaters'))::text
where algorithm in ('als', 'ials') and parameters::jsonb -> 'minRaters' is not null;

update participation
set parameters = (parameters::jsonb || '{"minSupport":1}')::text
where algorithm = 'privirec-k'
  or algorithm in ('privirec', 'item-degrees') and parameters::jsonb -> 'privacy' is null;
