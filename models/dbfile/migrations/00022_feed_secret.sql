-- +goose Up

-- The secret itself, so that the page, and a program that has the token, can be told the addresses
-- again; null if a program made it that kept only the digest.
ALTER TABLE feeds ADD COLUMN secret TEXT;
