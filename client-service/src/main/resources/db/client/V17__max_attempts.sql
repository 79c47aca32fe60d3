-- How often the coordinator says that a round may be tried: a session reserves the budget of so many
-- sums with different noise. Sessions from before this migration reserve one.
alter table participation add column max_attempts integer not null default 1;
