import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freePort } from '../../scripts/free-port.ts';

/** Output of a cell. */
export interface CellOutput {
  /** Message type of the output, such as `display_data`. */
  readonly type: string;
  /** Outputs by MIME type, or the text of a stream under its name. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Running kernel of the Jupyter protocol. */
export interface KernelSession {
  /** Runs a cell. Returns its outputs. */
  run(code: string, least?: number): Promise<CellOutput[]>;
  close(): Promise<void>;
}

/** Socket of the `zeromq` package, which tslab brings with it. */
interface Socket {
  connect(address: string): void;
  subscribe(): void;
  send(frames: readonly (string | Buffer)[]): Promise<void>;
  receive(): Promise<Buffer[]>;
  close(): void;
}

interface Zeromq {
  readonly Dealer: new (options?: object) => Socket;
  readonly Subscriber: new (options?: object) => Socket & { receiveTimeout: number };
}

interface Message {
  readonly type: string;
  readonly parent: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const delimiter = '<IDS|MSG>';
const ports = ['shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'] as const;

/** Kernel to start. */
export interface KernelOptions {
  /** Command with `{connection_file}` for the path of the connection file. */
  readonly command: readonly string[];
  /** Working folder of the kernel and place of the connection file. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the `zeromq` package. */
  readonly zeromqPath: string;
}

/** Starts a kernel and waits until it responds. */
export async function startKernel({ command, folder, env, zeromqPath }: KernelOptions): Promise<KernelSession> {
  const zeromq = createRequire(import.meta.url)(zeromqPath) as Zeromq;
  const found = await Promise.all(ports.map(async (name) => [name, await freePort()] as const));
  const connection = Object.fromEntries(found) as Record<(typeof ports)[number], number>;
  const key = randomUUID();
  const file = path.join(folder, `connection-${key}.json`);
  const settings = { transport: 'tcp', ip: '127.0.0.1', key, signature_scheme: 'hmac-sha256' };
  await writeFile(file, JSON.stringify({ ...settings, ...connection }));
  const [program, ...args] = command.map((part) => part.replace('{connection_file}', file));
  const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const shell = new zeromq.Dealer({ linger: 0 });
  const published = new zeromq.Subscriber({ linger: 0, receiveTimeout: 500 });
  shell.connect(`tcp://127.0.0.1:${connection.shell_port}`);
  published.connect(`tcp://127.0.0.1:${connection.iopub_port}`);
  published.subscribe();

  async function send(type: string, content: object): Promise<string> {
    const id = randomUUID();
    const header = { msg_id: id, msg_type: type, session: key, username: 'test', version: '5.3', date: new Date() };
    const frames = [header, {}, {}, content].map((part) => JSON.stringify(part));
    const hmac = createHmac('sha256', key);
    for (const frame of frames) hmac.update(frame);
    await shell.send([delimiter, hmac.digest('hex'), ...frames]);
    return id;
  }

  async function nextPublished(): Promise<Message> {
    const frames = await published.receive();
    const start = frames.findIndex((frame) => frame.toString() === delimiter);
    const [header, parent, , content] = frames.slice(start + 2, start + 6).map((frame) => JSON.parse(String(frame)));
    return { type: header.msg_type, parent: parent.msg_id ?? '', content };
  }

  /**
   * Waits until the kernel is idle after a request and has published a number of outputs, some of which may follow its
   * status. Returns them.
   */
  async function outputsOf(id: string, least: number): Promise<CellOutput[]> {
    const outputs: CellOutput[] = [];
    for (let isIdle = false; !isIdle || outputs.length < least; ) {
      const { type, parent, content } = await nextPublished();
      if (parent !== id) continue;
      if (type === 'status' && content.execution_state === 'idle') isIdle = true;
      if (type === 'stream') outputs.push({ type, data: { [String(content.name)]: content.text } });
      if (type === 'error') outputs.push({ type, data: { error: content.evalue } });
      if (type === 'display_data' || type === 'execute_result') {
        outputs.push({ type, data: content.data as CellOutput['data'] });
      }
    }
    return outputs;
  }

  const execute = (code: string) =>
    send('execute_request', { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false });

  // A subscription takes effect some time after the connection, so the first requests may remain unseen.
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}`);
    isReady = await outputsOf(await send('kernel_info_request', {}), 0).then(
      () => true,
      () => false,
    );
  }
  published.receiveTimeout = 60_000;
  return {
    run: async (code, least = 0) => outputsOf(await execute(code), least),
    async close() {
      shell.close();
      published.close();
      child.kill('SIGKILL');
      await new Promise((done) =>
        child.exitCode !== null || child.signalCode ? done(null) : child.once('exit', done),
      );
    },
  };
}
