import type { Shell } from '@tracklens/core/contract';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the proxy of HTTP requests in Python. */
const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

const isExcluded = (list: string) => list.split(',').some((name) => /^(?:\*|127\.[\d./]+)$/.test(name.trim()));

/**
 * Returns the variable that excludes hosts from the proxy of the environment, if that applies to this machine: SDKs
 * would send what they log to it. Null if there is no such proxy.
 */
function exclusionVariable(env: Environment): string | null {
  if (!proxyVariables.some((name) => env[name])) return null;
  // The name in lower case has precedence.
  const name = env.no_proxy ? 'no_proxy' : 'NO_PROXY';
  return isExcluded(env[name] ?? '') ? null : name;
}

/** Returns the shell command that excludes this machine from the proxy of the environment; empty if none is needed. */
export function exclusionCommand(shell: Shell, env: Environment = process.env): string {
  const name = exclusionVariable(env);
  if (name === null) return '';
  return shell === 'powershell'
    ? `$env:${name} = "127.0.0.1,$env:${name}"\n`
    : `export ${name}="127.0.0.1\${${name}:+,$${name}}"\n`;
}

/** Returns the Python statement with the same effect. It comes after `import os`. */
export function exclusionStatement(env: Environment = process.env): string {
  const name = exclusionVariable(env);
  return name === null ? '' : `os.environ["${name}"] = "127.0.0.1," + os.environ.get("${name}", "")\n`;
}
