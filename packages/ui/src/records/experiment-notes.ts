/**
 * Returns whether an other item contains the notes of its experiment. The service itself only has notes of projects.
 */
export const isNotes = ({ name }: { readonly name: string }): boolean => /^notes?$/i.test(name);
