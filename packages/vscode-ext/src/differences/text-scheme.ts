/** URI scheme of the read-only documents with logged texts. */
export const textScheme = 'tracklens-text';
