import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type CodeChunk, highlightedChunks, plainChunks } from './code-chunks.ts';
import { highlightedLines } from './highlighted-lines.ts';

const languages = { bash, cpp, ini, javascript, json, markdown, python, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const byExtension: Readonly<Record<string, keyof typeof languages>> = {
  py: 'python',
  pyi: 'python',
  ipynb: 'json',
  sh: 'bash',
  bash: 'bash',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cu: 'cpp',
  hpp: 'cpp',
  cfg: 'ini',
  ini: 'ini',
  toml: 'ini',
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  json: 'json',
  md: 'markdown',
  html: 'xml',
  svg: 'xml',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Maximum length of a highlighted text. Highlighting a longer one would delay the first render. */
const longest = 400_000;

/** Maximum number of pieces of a highlighted text, each an element of the page. */
const maxPieces = 50_000;

/** Returns the lines of a text in chunks, highlighted in the language of its file name. */
export function codeChunks(text: string, fileName: string): readonly CodeChunk[] {
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  if (!Object.hasOwn(byExtension, extension) || text.length > longest) return plainChunks(text);
  const language = byExtension[extension]!;
  const lines = highlightedLines(hljs.highlight(text, { language, ignoreIllegals: true }).value);
  const pieceCount = lines.reduce((sum, line) => sum + line.length, lines.length);
  return pieceCount > maxPieces ? plainChunks(text) : highlightedChunks(lines);
}
