-- Recognizes the password that the program was last started with, so that it is applied once and not at every start:
-- HMAC under a key that is not in the database. NULL: there was none.
ALTER TABLE settings ADD COLUMN admin_password_digest bytea;
