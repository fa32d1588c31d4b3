/*
 * Sizes of the content of a tab as JSON text.
 */

/** Size of its parts together. */
export const contentBytes = 100_000;
/** Size of its parts with fields that have no limit of their own. */
export const largestBytes = 110_000;
/** Size of a list of records. */
export const recordBytes = 30_000;
/** Size of one file. */
export const fileBytes = 30_000;
