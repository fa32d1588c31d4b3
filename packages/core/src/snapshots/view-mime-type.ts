/** MIME type of a view in a notebook output. */
export const viewMimeType = 'application/vnd.tracklens.view.v1+json';
