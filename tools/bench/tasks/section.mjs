/** Runs the part that counts and prints its processor time (ms), wall time (ms) and the peak memory of the process (MB). */
export async function section(work) {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ cpu: (user + system) / 1000, wall: performance.now() - start, peak, ...result }));
}
