-- Identifies the keys that this installation was set up with, so that a lost or exchanged key file is noticed even when
-- it has encrypted nothing: HMAC under the key that is never rotated. NULL until the first start of a version that
-- stores it.
ALTER TABLE settings ADD COLUMN key_fingerprint bytea CHECK (octet_length(key_fingerprint) = 32);
