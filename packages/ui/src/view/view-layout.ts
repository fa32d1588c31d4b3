/** Layout of a view: a `cell` grows with its content up to a limit; a `panel` fills the available height. */
export type ViewLayout = 'cell' | 'panel';
