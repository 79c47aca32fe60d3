-- What the noise of one attempt of a round is drawn from, sealed; goes with the attempt's secrets.
alter table round_participation add column sealed_noise_seed bytea;
