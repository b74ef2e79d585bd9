/** Reads lines of JSON, each a function's text and its argument, and writes what the function returns. */

import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.argv[2]}/`);
const modules = {};
for (const name of readdirSync(folder)) {
  modules[name.replace('.js', '')] = await import(new URL(name, folder));
}
for await (const line of createInterface({ input: process.stdin })) {
  const [text, argument] = JSON.parse(line);
  let answer;
  try {
    answer = { value: new Function(`return (${text})`)()(modules, argument) };
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  console.log(JSON.stringify(answer));
}
