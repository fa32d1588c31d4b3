import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/schema.ts';

/** Executor of statements: the database itself, or a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>;
