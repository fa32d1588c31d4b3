#!/usr/bin/env node
import { runCommand } from './command.ts';
import { endProcess, tolerateLostOutput } from './ending.ts';

tolerateLostOutput();
await endProcess(await runCommand(process.argv.slice(2)));
