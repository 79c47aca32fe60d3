-- Participants of a tolerant round that was joined, ascending, separated by a space; empty: a closed
-- round, which names its cells, or a round of an earlier version.
alter table round_participation add column cohort text not null default '';
