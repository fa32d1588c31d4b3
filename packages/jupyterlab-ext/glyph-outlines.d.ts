/** Advance width and outline of a character. */
type GlyphOutline = readonly [advance: number, path: string];
type Outlines = Record<string, GlyphOutline>;
/** Returns the outlines of the characters in the labels of charts, by subset of the font and character. */
export declare function glyphOutlines(modules: string): Promise<Map<string, Outlines>>;
