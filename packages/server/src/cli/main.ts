#!/usr/bin/env node
// Has no static imports: an older Node fails to link the program, with an error that says nothing about versions.
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
if (major > 22 || (major === 22 && minor >= 19)) {
  await import('./program.ts');
} else {
  console.error(`tracklens needs Node 22.19 or later. This is Node ${process.versions.node}, ${process.execPath}.`);
  process.exitCode = 1;
}

export {};
