/** Shell that commands are written for. */
export type Shell = 'posix' | 'powershell';

/** Returns the commands that configure a training script: the address of the service, and the key from its file. */
export function environmentCommands(shell: Shell, origin: string, apiKeyFile: string | null): string {
  const address = `${origin}/clientlib/`;
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
