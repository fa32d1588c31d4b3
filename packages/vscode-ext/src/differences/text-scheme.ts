/** The scheme of texts that experiments logged: read-only documents. */
export const textScheme = 'tracklens-text';
