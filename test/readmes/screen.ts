/** Saves the screenshot of a host as a PNG file. */
export type Screen = (file: string) => Promise<void>;
