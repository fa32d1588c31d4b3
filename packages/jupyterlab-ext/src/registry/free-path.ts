import { PathExt } from '@jupyterlab/coreutils';

/** The path, or the first with a count behind its name that is free. A folder's name has no ending to keep. */
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
