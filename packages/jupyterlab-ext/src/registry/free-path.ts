import { PathExt } from '@jupyterlab/coreutils';

/**
 * Returns `wanted`, or the first unused path with a number appended to its name. `keepEnding` inserts the number
 * before the file extension; set it to false for folders, whose names have none.
 */
export async function freePath(
  wanted: string,
  isFreeAt: (path: string) => boolean | Promise<boolean>,
  { keepEnding = true } = {},
): Promise<string> {
  const ending = keepEnding ? PathExt.extname(wanted) : '';
  const name = wanted.slice(0, wanted.length - ending.length);
  for (let count = 1; ; count++) {
    const path = count === 1 ? wanted : `${name} (${count})${ending}`;
    if (await isFreeAt(path)) return path;
  }
}
