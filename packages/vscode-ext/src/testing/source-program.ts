import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../../server/src/cli/main.ts', import.meta.url));

/** Writes a program that runs the service from source, in place of the bundled one. */
export async function writeSourceProgram(path: string): Promise<void> {
  const command = JSON.stringify(['--conditions=@tracklens/source', source]);
  await writeFile(
    path,
    `import { spawn } from 'node:child_process';
    const args = [...${command}, ...process.argv.slice(2)];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    process.on('SIGTERM', () => child.kill());
    child.on('exit', (status) => process.exit(status ?? 1));\n`,
  );
}
