-- Parameters of algorithms have objects inside: those of the factors, and those of the model, which
-- says its type. What is stored is rewritten; a session that runs goes on, because the digest that its
-- rounds bind is of the algorithm and not of this text.
update participation set parameters = (
  select jsonb_strip_nulls(case algorithm
    when 'privirec-k' then jsonb_build_object(
      'factors', s.factors,
      'model', s.model || jsonb_build_object('idealRank', s.flat -> 'idealRank'),
      'topN', s.flat -> 'topN')
    else jsonb_build_object(
      'model', case s.model ->> 'type' when 'turbo-cf' then s.model
        else s.model || jsonb_build_object('factors', s.factors) end,
      'topN', s.flat -> 'topN')
    end)::text
  from (
    select flat,
      jsonb_build_object(
        'k', flat -> 'k',
        'oversampling', flat -> 'oversampling',
        'iterations', flat -> 'iterations',
        'lambda', flat -> 'lambda',
        'seed', flat -> 'seed') as factors,
      jsonb_build_object(
        'type', case when flat ->> 'model' like 'bspm-%' then 'bspm'
          else coalesce(flat ->> 'model', 'gf-cf') end,
        'gamma', flat -> 'gamma',
        'response', flat -> 'response',
        'alpha', flat -> 'alpha',
        'exponent', flat -> 'exponent',
        'filter', flat -> 'filter',
        'process', case when flat ->> 'model' like 'bspm-%' then jsonb_build_object(
          'merge', case flat ->> 'model' when 'bspm-em' then 'early' else 'late' end,
          'solver', flat -> 'solver',
          'steps', flat -> 'steps',
          'time', flat -> 'time',
          'beta', flat -> 'beta',
          'pointCombination', flat -> 'pointCombination') end) as model
    from (select parameters::jsonb as flat) p) s)
where algorithm in ('privirec-k', 'privirec');
