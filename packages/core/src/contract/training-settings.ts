/** Shell that displayed commands are written for. */
export type Shell = 'posix' | 'powershell';

const addressOf = (origin: string) => `${origin}/clientlib/`;

/**
 * Returns the shell commands that configure a training script: the address of the service, and the key from its file.
 */
export function environmentCommands(shell: Shell, origin: string, apiKeyFile: string | null): string {
  const address = addressOf(origin);
  const file = apiKeyFile ?? 'FILE_OF_THE_KEY';
  const lines =
    shell === 'powershell'
      ? [
          `$env:COMET_URL_OVERRIDE = "${address}"`,
          // PowerShell treats typographic quotation marks as plain ones.
          `$env:COMET_API_KEY = Get-Content -LiteralPath '${file.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
        ]
      : [`export COMET_URL_OVERRIDE=${address}`, `export COMET_API_KEY="$(cat '${file.replaceAll("'", "'\\''")}')"`];
  return `${lines.join('\n')}\n`;
}

/** Returns the Python statements with the same effect. They come before the import of `comet_ml`. */
export function environmentStatements(origin: string, apiKeyFile: string): string {
  const lines = [
    'import os, pathlib',
    `os.environ["COMET_URL_OVERRIDE"] = ${JSON.stringify(addressOf(origin))}`,
    // JSON escapes every string in a way that Python reads.
    `os.environ["COMET_API_KEY"] = pathlib.Path(${JSON.stringify(apiKeyFile)}).read_text().strip()`,
  ];
  return `${lines.join('\n')}\n`;
}
