-- For a device that gets another token: what was sent for it.
CREATE INDEX sends_by_device ON sends (device) WHERE device IS NOT NULL;
