import { startLoopbackServer } from '@reportcard/judge/testing';

// An instant, well-behaved judge in a process of its own; prints its address, and on standard input's end how often it was asked.
const server = await startLoopbackServer({ keep: false });
console.log(server.baseURL);
process.stdin.resume();
process.stdin.on('end', async () => {
  console.log(server.count());
  await server.close();
});
