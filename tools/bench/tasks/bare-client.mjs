/** Sends `count` requests with fetch, `concurrency` at a time, and reads each answer as JSON. */
export async function sendAll(count, concurrency, createRequest) {
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const { url, ...init } = createRequest(index);
      await (await fetch(url, init)).json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
