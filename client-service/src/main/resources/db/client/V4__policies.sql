-- What a session says of threat model, key agreement and losses: every round must agree with it.
alter table participation
  add column threat_model text,
  add column key_agreement text,
  add column on_loss text;

-- Of sessions from before this version only the first is known. One whose rounds do otherwise is
-- refused when it goes on.
update participation p set
  threat_model = coalesce(
    (select r.threat_model from session_round r
      where r.session_id = p.session_id and r.participant = p.participant
      order by r.round_index limit 1),
    'SEMI_MALICIOUS'),
  key_agreement = 'X25519',
  on_loss = 'TOLERANT'
where algorithm is not null;

alter table participation add constraint policy_with_terms check (
  (algorithm is null) = (threat_model is null)
  and (algorithm is null) = (key_agreement is null)
  and (algorithm is null) = (on_loss is null));

-- How far a round had come is kept when it is given up; of older ones it is not known.
update round_participation set state = 'NOT_JOINED' where state = 'ABORTED' and elements = 0;
