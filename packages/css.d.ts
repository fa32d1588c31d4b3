/** Style sheet: imported as text where it is added by a script, otherwise written next to the script. */
declare module '*.css' {
  const css: string;
  export default css;
}
