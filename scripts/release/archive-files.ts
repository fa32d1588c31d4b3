import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseTarGzip } from 'nanotar';
import { fromBuffer, type ZipFile } from 'yauzl';

/** Content of the files of an archive, by path. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

async function zipFiles(bytes: Buffer): Promise<ArchiveFiles> {
  const zip = (await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, { lazyEntries: true }))!;
  const files = new Map<string, Buffer>();
  return await new Promise((resolve, reject) => {
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('end', () => {
          files.set(entry.fileName, Buffer.concat(chunks));
          zip.readEntry();
        });
      }),
    );
    zip.on('end', () => resolve(files));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** Returns the files of a zip archive (`.whl`, `.vsix`) or of a compressed tar archive (`.tgz`, `.tar.gz`). */
export async function archiveFiles(file: string): Promise<ArchiveFiles> {
  const bytes = await readFile(file);
  if (!/\.t?gz$/.test(file)) return zipFiles(bytes);
  const entries = await parseTarGzip(bytes, { filter: ({ type }) => type === 'file' });
  return new Map(entries.map(({ name, data }) => [name, Buffer.from(data ?? [])]));
}
