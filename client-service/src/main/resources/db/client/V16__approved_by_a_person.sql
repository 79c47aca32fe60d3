-- When a person approved that the participant takes part. Sums without noise need such an approval, and
-- consents of earlier versions have none: their sessions are asked again.
alter table participation add column approved_at timestamptz;
