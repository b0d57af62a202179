// node host.mjs JOB.json: runs the job's steps on MicroPython in WebAssembly, prints what each said.
//
// A step is a program. Garbage is collected between two steps and at no other time: inside one,
// MicroPython could not see what JavaScript holds of its stack.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { loadMicroPython } = await import(pathToFileURL(job.interpreter));

let said = [];
const board = await loadMicroPython({
  heapsize: job.heap_bytes,
  pystack: job.stack_words,
  stdout: (line) => said.push(line),
  linebuffer: true,
});
for (const [from, to] of job.files) {
  put(from, to);
}
const told = [];
for (const step of job.steps) {
  said = [];
  try {
    board.runPython(step);
  } catch (failure) {
    console.error([...said, failure.message ?? String(failure)].join('\n'));
    process.exit(1);
  }
  told.push(said.join('\n'));
}
console.log(JSON.stringify(told));

/** A file or folder of the desk, into the interpreter's own file system. */
function put(from, to) {
  if (fs.statSync(from).isDirectory()) {
    board.FS.mkdirTree(to);
    for (const name of fs.readdirSync(from)) {
      if (name !== '__pycache__') {
        put(path.join(from, name), `${to}/${name}`);
      }
    }
  } else {
    board.FS.mkdirTree(path.posix.dirname(to));
    board.FS.writeFile(to, fs.readFileSync(from));
  }
}
