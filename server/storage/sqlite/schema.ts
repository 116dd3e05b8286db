/** 'WHOL' in the header marks a database as a Waterhole journal. */
export const APPLICATION_ID = 0x57484f4c
/** Raised when an older release could not read what this one writes. */
export const SCHEMA_VERSION = 1

/**
 * Four trees and no second index: every append then writes few pages, and there is no index that could tell another
 * story than its table.
 *
 * - `journal.top_at` is the latest time of this and all earlier entries: it never falls, whatever the clock did, so
 *   that a search by time can walk back from the end and knows when it is done.
 * - `documents.round` counts checkpoints. A checkpoint is written beside the last one in slices and becomes the valid one in the
 *   moment in which `meta` names its round.
 * - `archive.place` is seq and position within the entry, see `archivePlace.ts`.
 */
export const TABLES = {
  meta: 'CREATE TABLE meta(one INTEGER PRIMARY KEY, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  journal:
    'CREATE TABLE journal(seq INTEGER PRIMARY KEY, top_at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  documents:
    'CREATE TABLE documents(id TEXT NOT NULL, round INTEGER NOT NULL, version INTEGER NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(id, round)) STRICT, WITHOUT ROWID',
  archive:
    'CREATE TABLE archive(name TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(name, key, place)) STRICT, WITHOUT ROWID',
} as const
