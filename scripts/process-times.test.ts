import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { processTimes } from './process-times.ts';

/** Uses 0.3 s of CPU. */
const work = 'while (process.cpuUsage().user + process.cpuUsage().system < 300_000);';
/** Starts the work in a process of its own group and ends without waiting for it. */
const leave = `const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', process.argv[1]], { detached: true, stdio: 'inherit' }).unref();
  setTimeout(() => process.exit(), 300);`;

const cases = [
  { title: 'its own', args: ['-e', work] },
  {
    title: 'that of a process that it waited for',
    args: ['-e', `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}])`],
  },
  { title: 'that of a process that ends after it', args: ['-e', leave, work] },
];

for (const { title, args } of cases) {
  test(`the time of a child includes ${title}`, {
    skip: process.platform !== 'linux' && 'only Linux has /proc',
  }, async () => {
    const times = processTimes();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const sampling = setInterval(times.sample, 20);
    // The output closes when the last process that has it ends.
    await once(child.stdout.resume(), 'close');
    clearInterval(sampling);
    times.sample();
    const found = times.ofChildren().find(({ command }) => command.at(-1) === args.at(-1));
    assert.ok(found!.seconds >= 0.25 && found!.seconds < 3, `${found!.seconds} s`);
  });
}
