-- Every time that sessions over data were named by, not that of the session created last alone: a clock
-- that was wrong once may have given one that holders refuse, and the right one before it still holds.
create table snapshot_time (
  data_as_of timestamptz primary key
);

insert into snapshot_time select data_as_of from newest_snapshot where data_as_of is not null;

drop table newest_snapshot;
