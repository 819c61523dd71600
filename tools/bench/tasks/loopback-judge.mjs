import { startLoopbackServer } from '@reportcard/judge/testing';

// An instant, well-behaved judge in a process of its own; prints its address, and on standard input's end how many requests
// it had and how many milliseconds passed between the first and the last.
let first = 0;
let last = 0;
const note = () => {
  last = performance.now();
  if (first === 0) first = last;
};
const server = await startLoopbackServer({ keep: false, chat: note, embeddings: note });
console.log(server.baseURL);
process.stdin.resume();
process.stdin.on('end', async () => {
  console.log(JSON.stringify({ calls: server.count(), ms: last - first }));
  await server.close();
});
