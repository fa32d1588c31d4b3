/** What is hidden after a click on a legend's entry: toggled, or alone; alone a second time brings all back. */
export function nextHidden(all: readonly string[], hidden: readonly string[], key: string, alone: boolean): string[] {
  if (!alone) return hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key];
  const others = all.filter((each) => each !== key);
  const isAlone = !hidden.includes(key) && others.every((each) => hidden.includes(each));
  return isAlone
    ? hidden.filter((each) => !all.includes(each))
    : [...hidden.filter((each) => !all.includes(each)), ...others];
}
