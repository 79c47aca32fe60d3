-- What a person approved once for all later sessions of a participant, by the name of the sentence.
create table standing_approval (
  participant text not null,
  sentence text not null,
  approved_at timestamptz not null,
  primary key (participant, sentence)
);
