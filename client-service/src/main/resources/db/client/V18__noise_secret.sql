-- The secret that the noise of a participant's closed rounds follows from, sealed. Null until the
-- service first needs it, for participants of earlier versions.
alter table participant add column sealed_noise_secret bytea;
