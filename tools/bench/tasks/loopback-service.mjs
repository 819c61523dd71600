import { createServer } from 'node:http';

// An instant question-answering service in a process of its own; prints its address.
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = '{"answer":"a short answer","documents":[{"id":"d1"},{"id":"d2"}]}';
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
