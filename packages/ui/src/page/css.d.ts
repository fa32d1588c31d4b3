/** Style sheet that the bundler writes next to the script. */
declare module '*.css';
