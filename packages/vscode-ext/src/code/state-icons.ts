/** Icons of the states of an experiment in the titles of code lenses and in hovers. */
export const stateIcons = { running: 'play-circle', finished: 'pass', crashed: 'error' } as const;
