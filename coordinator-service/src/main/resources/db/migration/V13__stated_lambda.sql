-- Sessions of before there was a choice took the paper's. Its name was a default of the reader, which is another now.
-- rows: the code before reads the name, which was its default.
update aggregation_session
set parameters = jsonb_set(parameters::jsonb, '{factors,lambda}', '"diag-t"')::text
where algorithm = 'privirec-k'
  and parameters::jsonb -> 'privacy' is null
  and jsonb_typeof(parameters::jsonb -> 'factors') = 'object'
  and coalesce(jsonb_typeof(parameters::jsonb #> '{factors,lambda}'), 'null') = 'null';
